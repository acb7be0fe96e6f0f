import { auditEndpoints } from './audit-endpoints.ts'
import { calendarEndpoints, clinicFeedEndpoints } from './calendar-endpoints.ts'
import { changeEndpoints, staffPolicyEndpoints } from './change-endpoints.ts'
import { clinicEndpoints } from './clinic-endpoints.ts'
import { confirmationEndpoints } from './confirmation-endpoints.ts'
import { dayEndpoints } from './day-endpoints.ts'
import { doctorEndpoints } from './doctor-endpoints.ts'
import { endpoints } from './endpoints.ts'
import { familyEndpoints } from './family-endpoints.ts'
import { languageEndpoints } from './language-endpoints.ts'
import { lineEndpoints } from './line-endpoints.ts'
import { messageEndpoints } from './message-endpoints.ts'
import { noticeEndpoints } from './notice-endpoints.ts'
import { openingEndpoints } from './opening-endpoints.ts'
import { overviewEndpoints } from './overview-endpoints.ts'
import { replyEndpoints } from './reply-endpoints.ts'
import { reviewEndpoints } from './review-endpoints.ts'
import { treatmentEndpoints } from './treatment-endpoints.ts'
import { userEndpoints } from './user-endpoints.ts'
import { waitingEndpoints } from './waiting-endpoints.ts'

/**
 * Every call there is. The patients' part has a file of its own, so that their pages do not carry
 * the staff's schemas; staff screens import the table of their feature.
 */
export const everyEndpoint = {
  ...endpoints,
  ...userEndpoints,
  ...doctorEndpoints,
  ...treatmentEndpoints,
  ...openingEndpoints,
  ...dayEndpoints,
  ...overviewEndpoints,
  ...messageEndpoints,
  ...clinicEndpoints,
  ...auditEndpoints,
  ...reviewEndpoints,
  ...calendarEndpoints,
  ...clinicFeedEndpoints,
  ...changeEndpoints,
  ...staffPolicyEndpoints,
  ...familyEndpoints,
  ...languageEndpoints,
  ...waitingEndpoints,
  ...lineEndpoints,
  ...noticeEndpoints,
  ...replyEndpoints,
  ...confirmationEndpoints,
} as const
