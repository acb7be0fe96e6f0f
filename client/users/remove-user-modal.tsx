import type { RefObject } from 'react'
import { userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { usersTexts } from './texts.ts'

type RemoveUserModalProps = {
  /** Whom it is about; absent while nobody is asked. */
  user: User | undefined
  onClose: () => void
  onRemoved: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function RemoveUserModal({
  user,
  onClose,
  onRemoved,
  focusAfterwards,
}: RemoveUserModalProps) {
  const t = useTexts(usersTexts)
  const { subject, ...asked } = useConfirmation(user, {
    act: ({ email }) => call(userEndpoints.removeUser, { params: { email } }),
    onDone: ({ email }) => {
      toast.success(t.removed(email))
      onRemoved()
    },
    onClose,
    focusAfterwards,
  })
  const who = subject?.name || subject?.email || ''
  return (
    <ConfirmModal {...asked} title={t.removeQuestion(who)} confirmLabel={t.removeNow(who)}>
      <p>
        {t.theAccount} <strong>{subject?.email}</strong> {t.endsAtOnce}
      </p>
      <p>{t.appointmentsStay}</p>
    </ConfirmModal>
  )
}
