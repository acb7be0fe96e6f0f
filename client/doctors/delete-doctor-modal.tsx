import type { RefObject } from 'react'
import type { Doctor } from '../../contract/doctor.ts'
import { doctorEndpoints } from '../../contract/doctor-endpoints.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { useConfirmation } from '../use-confirmation.ts'

type DeleteDoctorModalProps = {
  /** Whom it is about; absent while nobody is asked. */
  doctor: Doctor | undefined
  onClose: () => void
  onDeleted: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function DeleteDoctorModal(props: DeleteDoctorModalProps) {
  const { doctor, onClose, onDeleted, focusAfterwards } = props
  const { subject, ...asked } = useConfirmation(doctor, {
    act: ({ email }) => call(doctorEndpoints.removeDoctor, { params: { email } }),
    onDone: ({ name }) => {
      toast.success(messages.doctorDeleted(name))
      onDeleted()
    },
    onClose,
    focusAfterwards,
  })
  return (
    <ConfirmModal
      {...asked}
      title={`Delete ${subject?.name}?`}
      confirmLabel={`Delete ${subject?.name}`}
    >
      <p>
        {subject?.name} ({subject?.email}) is taken off the list of doctors. Appointments stay as
        they are.
      </p>
    </ConfirmModal>
  )
}
