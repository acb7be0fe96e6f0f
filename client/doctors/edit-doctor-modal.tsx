import { useState } from 'react'
import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { DoctorForm } from './doctor-form.tsx'
import { doctorsTexts } from './texts.ts'

type EditDoctorModalProps = {
  /** Whom to change; absent while nobody is. */
  doctor: Doctor | undefined
  onClose: () => void
  onChanged: () => void
}

export function EditDoctorModal({ doctor, onClose, onChanged }: EditDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  // Stays while the dialog leaves.
  const [shown, setShown] = useState(doctor)
  if (doctor && doctor !== shown) setShown(doctor)
  return (
    <Modal title={t.editOf(shown?.name ?? '')} isOpen={doctor !== undefined} onClose={onClose}>
      {shown && (
        <DoctorForm
          doctor={shown}
          submitLabel={t.save}
          save={(body) =>
            call(doctorEndpoints.changeDoctor, { params: { email: shown.email }, body })
          }
          onSaved={({ name }) => {
            toast.success(t.saved(name))
            onChanged()
          }}
        />
      )}
    </Modal>
  )
}
