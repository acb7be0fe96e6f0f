import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '../../contract/audit.ts'
import { paths } from '../../contract/page-paths.ts'
import { patientEndpoints } from '../../contract/patients/staff-endpoints.ts'
import { paymentEndpoints } from '../../contract/payments/endpoints.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { breakable } from '../i18n/breakable.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { auditTexts } from './texts.ts'

/** What is done to an appointment is about its id, which says nothing to a reader. */
const ofAppointments = new Set<AuditEntry['action']>(
  [
    dayEndpoints.readStaffAppointment,
    dayEndpoints.bookForPatient,
    dayEndpoints.rescheduleAppointment,
    dayEndpoints.cancelAppointment,
    dayEndpoints.setStatus,
    dayEndpoints.payAtDesk,
    dayEndpoints.removeDeskPayment,
    paymentEndpoints.refundAppointment,
  ].map(({ audit }) => audit),
)

/** What is done to a patient's record is about its id. */
const ofPatients = new Set<AuditEntry['action']>(
  Object.values(patientEndpoints).map(({ audit }) => audit),
)

/** Who or what an entry is about; an appointment is a way to its page. */
export function Subject({ entry }: { entry: AuditEntry }): ReactNode {
  const { action, subject, patientName } = entry
  const { appointment } = useTexts(auditTexts)
  const { patient } = useTexts(sharedTexts)
  if (subject !== '' && ofAppointments.has(action)) {
    return <Link to={paths.staffAppointment(subject)}>{patientName ?? appointment}</Link>
  }
  if (subject !== '' && ofPatients.has(action)) {
    return <Link to={paths.patient(subject)}>{patientName ?? patient}</Link>
  }
  return <span className="audit-about">{breakable(subject)}</span>
}
