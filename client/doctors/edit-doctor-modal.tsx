import { useState } from 'react'
import type { Doctor } from '../../contract/doctor.ts'
import { doctorEndpoints } from '../../contract/doctor-endpoints.ts'
import { call } from '../api.ts'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { DoctorForm } from './doctor-form.tsx'

type EditDoctorModalProps = {
  /** Whom to change; absent while nobody is. */
  doctor: Doctor | undefined
  onClose: () => void
  onChanged: () => void
}

export function EditDoctorModal({ doctor, onClose, onChanged }: EditDoctorModalProps) {
  // Stays while the dialog leaves.
  const [shown, setShown] = useState(doctor)
  if (doctor && doctor !== shown) setShown(doctor)
  return (
    <Modal title={`Edit ${shown?.name}`} isOpen={doctor !== undefined} onClose={onClose}>
      {shown && (
        <DoctorForm
          doctor={shown}
          submitLabel="Save changes"
          save={(body) =>
            call(doctorEndpoints.changeDoctor, { params: { email: shown.email }, body })
          }
          onSaved={({ name }) => {
            toast.success(`Doctor ${name} saved`)
            onChanged()
          }}
        />
      )}
    </Modal>
  )
}
