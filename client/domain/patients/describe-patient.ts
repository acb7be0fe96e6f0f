import { defineTexts, type Language } from '../../../contract/language.ts'
import type { PatientRow } from '../../../contract/patients/patient.ts'
import { showDay } from '../../../contract/show.ts'

const texts = defineTexts({
  en: { inAccountOf: (name: string) => `in the account of ${name}` },
  es: { inAccountOf: (name) => `en la cuenta de ${name}` },
})

/** Details that distinguish patients with the same name. */
export function describePatient(language: Language, patient: PatientRow): string {
  const { birthDate, phone, email, holder } = patient
  const { inAccountOf } = texts[language]
  return [birthDate && showDay(language, birthDate), phone, email, holder && inAccountOf(holder)]
    .filter(Boolean)
    .join(' · ')
}
