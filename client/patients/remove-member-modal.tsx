import type { RefObject } from 'react'
import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { familyTexts } from './texts.ts'

type RemoveMemberModalProps = {
  /** Whom it is about; absent while nobody is asked. */
  member: FamilyMember | undefined
  onClose: () => void
  onRemoved: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function RemoveMemberModal(props: RemoveMemberModalProps) {
  const { member, onClose, onRemoved, focusAfterwards } = props
  const t = useTexts(familyTexts)
  const { subject, ...asked } = useConfirmation(member, {
    act: ({ _id: id }) => call(familyEndpoints.removeFamilyMember, { params: { id } }),
    touches: [familyEndpoints.listFamily],
    onDone: ({ name }) => {
      toast.success(t.removed(name))
      onRemoved()
    },
    onClose,
    focusAfterwards,
  })
  const { name = '' } = subject ?? {}
  return (
    <ConfirmModal {...asked} title={t.removeQuestion(name)} confirmLabel={t.removeOf(name)}>
      <p>{t.staysBooked}</p>
    </ConfirmModal>
  )
}
