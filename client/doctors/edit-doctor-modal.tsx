import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Modal } from '../ui/modal/modal.tsx'
import { DoctorForm } from './doctor-form.tsx'
import { doctorsTexts } from './texts.ts'

type EditDoctorModalProps = {
  /** Who to change; absent while nobody is. */
  doctor: Doctor | undefined
  onClose: () => void
}

export function EditDoctorModal({ doctor, onClose }: EditDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  return (
    <Modal title={t.editOf(doctor?.name ?? '')} isOpen={doctor !== undefined} onClose={onClose}>
      {doctor && (
        <DoctorForm
          key={doctor._id}
          doctor={doctor}
          submitLabel={t.save}
          save={(body) =>
            call(doctorEndpoints.changeDoctor, { params: { email: doctor._id }, body })
          }
          onSaved={({ name }) => {
            toast.success(t.saved(name))
            onClose()
          }}
        />
      )}
    </Modal>
  )
}
