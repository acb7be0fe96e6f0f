import { defineTexts, type Language } from '../../contract/language.ts'

/** Mails, texts and calendars name treatments, unless the clinic wants them to say less. */
export type Discretion = { language: Language; namesTreatments: boolean }

const texts = defineTexts({
  en: {
    appointment: 'Appointment',
    anAppointment: 'an appointment',
    for: (treatment: string) => ` for ${treatment}`,
  },
  es: {
    appointment: 'Cita',
    anAppointment: 'una cita',
    for: (treatment: string) => ` de ${treatment}`,
  },
})

/** What stands in a line of its own: the treatment, or that it is an appointment. */
export function showTreatment(
  { language, namesTreatments }: Discretion,
  treatment: string,
): string {
  return namesTreatments ? treatment : texts[language].appointment
}

/** The part of a sentence that says what an appointment is for, with a space before it; '' for nothing. */
export function forTreatment({ language, namesTreatments }: Discretion, treatment: string): string {
  return namesTreatments ? texts[language].for(treatment) : ''
}

/** The same within a sentence: "It was for an appointment on Monday". */
export function nameInSentence(
  { language, namesTreatments }: Discretion,
  treatment: string,
): string {
  return namesTreatments ? treatment : texts[language].anAppointment
}
