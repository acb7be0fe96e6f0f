import type { RefObject } from 'react'
import type { Doctor } from '../../contract/doctor.ts'
import { doctorEndpoints } from '../../contract/doctor-endpoints.ts'
import { messageTexts } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { useTexts } from '../language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { doctorsTexts } from './texts.ts'

type DeleteDoctorModalProps = {
  /** Whom it is about; absent while nobody is asked. */
  doctor: Doctor | undefined
  onClose: () => void
  onDeleted: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function DeleteDoctorModal(props: DeleteDoctorModalProps) {
  const { doctor, onClose, onDeleted, focusAfterwards } = props
  const say = useTexts(doctorsTexts)
  const { doctorDeleted } = useTexts(messageTexts)
  const { subject, ...asked } = useConfirmation(doctor, {
    act: ({ email }) => call(doctorEndpoints.removeDoctor, { params: { email } }),
    onDone: ({ name }) => {
      toast.success(doctorDeleted(name))
      onDeleted()
    },
    onClose,
    focusAfterwards,
  })
  const { name = '', email = '' } = subject ?? {}
  return (
    <ConfirmModal {...asked} title={say.deleteQuestion(name)} confirmLabel={say.deleteOf(name)}>
      <p>{say.offTheList(name, email)}</p>
    </ConfirmModal>
  )
}
