import { changeEndpoints, staffPolicyEndpoints } from './appointments/change-endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { backupEndpoints } from './backups/endpoints.ts'
import { calendarEndpoints, clinicFeedEndpoints } from './calendar/endpoints.ts'
import { clinicEndpoints, openingEndpoints } from './clinic/endpoints.ts'
import { messageEndpoints } from './contact/endpoints.ts'
import { doctorEndpoints } from './doctors/endpoints.ts'
import { planChangeEndpoints } from './doctors/plan-changes.ts'
import { emailLinkEndpoints } from './email-links/endpoints.ts'
import { endpoints } from './endpoints.ts'
import { accountEndpoints, confirmationEndpoints } from './identity/account.ts'
import { accountDataEndpoints } from './identity/account-data.ts'
import { factorEndpoints } from './identity/factors.ts'
import { proofEndpoints } from './identity/proof.ts'
import { languageEndpoints } from './language-endpoints.ts'
import { familyEndpoints } from './patients/endpoints.ts'
import { patientImportEndpoints } from './patients/import.ts'
import { patientEndpoints } from './patients/patient.ts'
import { privacyEndpoints } from './privacy/endpoints.ts'
import { reminderEndpoints } from './reminders/endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { reviewEndpoints } from './reviews/endpoints.ts'
import { nextVisitEndpoints, scheduleEndpoints, teamEndpoints } from './schedule/endpoints.ts'
import { treatmentEndpoints } from './treatments/endpoints.ts'
import { factorResetEndpoints, invitationEndpoints, userEndpoints } from './users/endpoints.ts'
import { staffWaitlistEndpoints } from './waitlist/staff-endpoints.ts'
import { waitlistEndpoints } from './waitlist/waitlist.ts'

/**
 * Every call there is. The patients' part has a file of its own, so that their pages do not carry
 * the staff's schemas; staff screens import the table of their feature.
 */
export const everyEndpoint = {
  ...endpoints,
  ...userEndpoints,
  ...invitationEndpoints,
  ...doctorEndpoints,
  ...planChangeEndpoints,
  ...treatmentEndpoints,
  ...openingEndpoints,
  ...scheduleEndpoints,
  ...nextVisitEndpoints,
  ...teamEndpoints,
  ...reportEndpoints,
  ...messageEndpoints,
  ...clinicEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...reviewEndpoints,
  ...calendarEndpoints,
  ...clinicFeedEndpoints,
  ...changeEndpoints,
  ...staffPolicyEndpoints,
  ...familyEndpoints,
  ...patientEndpoints,
  ...privacyEndpoints,
  ...patientImportEndpoints,
  ...languageEndpoints,
  ...waitlistEndpoints,
  ...staffWaitlistEndpoints,
  ...reminderEndpoints,
  ...emailLinkEndpoints,
  ...confirmationEndpoints,
  ...accountEndpoints,
  ...proofEndpoints,
  ...factorEndpoints,
  ...factorResetEndpoints,
  ...accountDataEndpoints,
} as const
