import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { DoctorForm } from './doctor-form.tsx'
import { doctorsTexts } from './texts.ts'

export function AddDoctorPage() {
  const t = useTexts(doctorsTexts)
  const { doctorAdded, doctorNotAdded } = useTexts(messageTexts)
  return (
    <StaffPage title={t.add}>
      <DoctorForm
        submitLabel={t.addNow}
        save={(body) => call(doctorEndpoints.addDoctor, { body })}
        onSaved={() => toast.success(doctorAdded)}
        // The text that the specification fixes, with the reason after it.
        onFailed={({ message }) => toast.error(`${doctorNotAdded}. ${message}`)}
      />
    </StaffPage>
  )
}
