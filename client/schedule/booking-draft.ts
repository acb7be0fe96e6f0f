import type { Day } from '../../contract/date.ts'
import { Email } from '../../contract/email.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { bookingTexts } from './texts-booking.ts'

/** What has been typed of a booking; `patient` is the e-mail. */
export type Draft = {
  treatmentId: string
  slot: string
  patientName: string
  patient: string
  phone: string
  /** What who is treated is to the account's holder; '' for the holder. */
  relation: Relation | ''
}

/** What is wrong with it before anybody is asked. */
export function checkDraft(language: Language, draft: Draft): Partial<Record<keyof Draft, string>> {
  const { chooseTime, nameMissing } = bookingTexts[language]
  const { slot, patientName, patient } = draft
  return {
    ...(slot === '' && { slot: chooseTime }),
    ...(patientName.trim() === '' && { patientName: nameMissing }),
    ...(patient.trim() !== '' &&
      !Email.safeParse(patient).success && { patient: messageTexts[language].emailInvalid }),
  }
}

/** `price` in dollars, as it was shown. */
export function requestOf(
  { patient, relation, ...draft }: Draft,
  day: Day,
  price: number,
): InputOf<typeof dayEndpoints.bookForPatient>['body'] {
  // Without an account there is nobody to be related to.
  const whose =
    patient.trim() === ''
      ? { patient: null, relation: null }
      : { patient, relation: relation === '' ? null : relation }
  return { ...draft, ...whose, date: day, price }
}
