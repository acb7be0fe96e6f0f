import { phoneKey, searchKey } from './make-search-keys.ts'

const prefix = 'guest:'

/**
 * Who somebody without an e-mail is, as far as we know: the same name and phone are the same person,
 * who does not sit in two chairs either.
 */
export function makeGuestKey({
  patientName,
  phone,
}: {
  patientName: string
  phone: string
}): string {
  return `${prefix}${searchKey(patientName)}:${phoneKey(phone)}`
}

/** Whether a patient of an appointment has no e-mail, so that no mail can reach them. */
export function isGuest(patient: string): boolean {
  return patient.startsWith(prefix)
}
