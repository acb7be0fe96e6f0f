import { changeRefusalTexts } from './appointments/change-refusals.ts'
import { backupRefusalTexts } from './backups/refusals.ts'
import { linkRefusalTexts } from './email-links/refusals.ts'
import { bookingRefusalTexts, failures, failureTexts } from './errors.ts'
import { identityRefusalTexts, libraryRefusalTexts } from './identity/refusals.ts'
import type { Language } from './language.ts'
import { familyRefusalTexts } from './patients/dependent.ts'
import { importRefusalTexts } from './patients/import.ts'
import { patientRefusalTexts } from './patients/patient.ts'
import { paymentRefusalTexts } from './payments/refusals.ts'
import { cardRefusalTexts, declineTexts } from './payments/sandbox.ts'
import { reminderRefusalTexts } from './reminders/refusals.ts'
import { reviewRefusalTexts } from './reviews/review.ts'
import { staffBookingTexts, staffRefusalTexts } from './schedule/refusals.ts'
import { waitlistRefusalTexts } from './waitlist/refusals.ts'

/** Who reads it: some codes are worded for patients and for staff. */
export type Reader = 'patient' | 'staff'

/** An error of the wire; `declineCode` beside the code of a refused card. */
type Refused = { code: string; status: number; declineCode?: string | undefined }

const tables = { en: tablesOf('en'), es: tablesOf('es') }

/** Where two features word one code, the later one here is read. */
function tablesOf(language: Language): Record<Reader, ReadonlyMap<string, string>> {
  const shared = [
    staffRefusalTexts,
    failureTexts,
    bookingRefusalTexts,
    identityRefusalTexts,
    libraryRefusalTexts,
    backupRefusalTexts,
  ]
  const forPatients = [
    ...[paymentRefusalTexts, cardRefusalTexts, reviewRefusalTexts, reminderRefusalTexts],
    ...[familyRefusalTexts, waitlistRefusalTexts, linkRefusalTexts, changeRefusalTexts],
  ]
  const forStaff = [
    ...forPatients,
    ...[bookingRefusalTexts, staffBookingTexts, importRefusalTexts, patientRefusalTexts],
    ...[staffRefusalTexts],
  ]
  const join = (each: readonly Readonly<Record<Language, object>>[]) =>
    new Map(each.flatMap((one) => Object.entries<string>({ ...one[language] })))
  return { patient: join([...shared, ...forPatients]), staff: join([...shared, ...forStaff]) }
}

/** What a refusal says to its reader, by its code; `undefined` for a code that is not known here. */
export function refusalText(
  language: Language,
  reader: Reader,
  { code, status, declineCode }: Refused,
): string | undefined {
  // These failures can come from any call: at this status, they precede a feature's text for the code.
  const general = Object.entries(failures).find(
    ([name, failure]) => name === code && failure.status === status,
  )
  if (general) return { ...failureTexts[language] }[general[0]]
  const declined = declineCode === undefined ? undefined : declineTexts[language][declineCode]
  return declined ?? tables[language][reader].get(code)
}
