import type { RefObject } from 'react'
import type { User } from '../../contract/user.ts'
import { userEndpoints } from '../../contract/user-endpoints.ts'
import { call } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { useConfirmation } from '../use-confirmation.ts'

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
  const { subject, ...asked } = useConfirmation(user, {
    act: ({ email }) => call(userEndpoints.removeUser, { params: { email } }),
    onDone: ({ email }) => {
      toast.success(`${email} was removed`)
      onRemoved()
    },
    onClose,
    focusAfterwards,
  })
  const who = subject?.name || subject?.email || ''
  return (
    <ConfirmModal {...asked} title={`Remove ${who}?`} confirmLabel={`Remove ${who}`}>
      <p>
        The account <strong>{subject?.email}</strong> ends at once, wherever it is signed in.
      </p>
      <p>Their appointments stay in the clinic’s records.</p>
    </ConfirmModal>
  )
}
