/** Longer words are cut: nobody types more, and an index entry has an end. */
const longest = 100

/** Text as it is searched by: lower case, without accents, single spaces. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}+/gu, '')
  return plain.toLowerCase().trim().replace(/\s+/g, ' ').slice(0, longest)
}

export function phoneKey(phone: string): string {
  return phone.replace(/\D+/g, '').slice(0, longest)
}

/** What staff find an appointment by, besides the patient's e-mail: the beginning of any of them. */
export function makeSearchKeys(person: { patientName: string; phone: string }) {
  const nameKey = searchKey(person.patientName)
  return {
    nameKey,
    familyKey: nameKey.includes(' ') ? nameKey.slice(nameKey.lastIndexOf(' ') + 1) : '',
    phoneKey: phoneKey(person.phone),
  }
}

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
