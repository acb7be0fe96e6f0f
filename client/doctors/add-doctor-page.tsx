import { doctorEndpoints } from '../../contract/doctor-endpoints.ts'
import { messages } from '../../contract/messages.ts'
import { ApiError, call } from '../api.ts'
import { StaffPage } from '../staff-page.tsx'
import { toast } from '../ui/toast.ts'
import { DoctorForm } from './doctor-form.tsx'

export function AddDoctorPage() {
  return (
    <StaffPage title="Add a Doctor">
      <DoctorForm
        submitLabel="Add doctor"
        save={(body) => call(doctorEndpoints.addDoctor, { body })}
        onSaved={() => toast.success(messages.doctorAdded)}
        onFailed={(fault) => toast.error(notAdded(fault))}
      />
    </StaffPage>
  )
}

/** The text that the specification fixes, with the reason after it where there is one. */
function notAdded(fault: unknown): string {
  if (!(fault instanceof ApiError)) return messages.doctorNotAdded
  return `${messages.doctorNotAdded}. ${fault.message}`
}
