import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language } from '../../contract/language.ts'

/** An appointment as far as a mail about it goes. */
export type About = {
  id: string
  day: Day
  slot: string
  timeRevision: number
  bookedBy: string | null
}

/** The kind of the last mail to an account that is removed: its address goes as it is sent. */
export const farewell = 'account-deleted'

/** A mail as it is kept until it is sent. */
export type Mail = {
  /** What it is about, for logs and file names: `verification`. */
  kind: string
  /** One bare address. */
  recipient: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** An iCalendar object and what the reader's calendar is to do with it. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; text: string }
  /** The appointment it is about; none overtakes an earlier one about the same. */
  appointment?: About
  /** It is dropped when that appointment no longer has this time, or is not cancelled. */
  onlyWhile?: 'standing' | 'cancelled'
  /**
   * The account that booked what it is about, '' for staff; the appointment's where it has one. It goes
   * to no address whose account is that one and unconfirmed, and without it to no unconfirmed account.
   */
  bookedBy?: string
  /** It is dropped when this offer of the waitlist is no longer open. */
  offerId?: string
  /** It is dropped when it has not been sent by then. */
  trueUntil?: Date
  /** The address at which its reader ends such notices, for notices that can be ended. */
  unsubscribe?: string
}

/** A text message as it is kept until it is sent. */
export type TextMessage = Pick<
  Mail,
  'kind' | 'text' | 'appointment' | 'onlyWhile' | 'trueUntil'
> & {
  /** As `+17185550100`. */
  phone: string
}

/** In whose name a mail is written, and in which language. */
export type Sender = { clinicName: string } & Discretion

/** Writes a mail in the clinic's name, which its profile may change, and the patient's language. */
export type WriteMail = (sender: Sender) => Omit<Mail, 'recipient'>

/** The bare address of a sender: `desk@clinic.example` of `Molar Dental <desk@clinic.example>`. */
export function readAddress(mailFrom: string): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
}

/** No name that anybody goes by is longer. */
const longest = 100

/**
 * A person's name as a mail or a calendar entry shows it. Anyone who signs up chooses it, and the reader
 * may be somebody else: it stays on one line, and nothing in it becomes a link in a mail program.
 */
export function showName(name: string): string {
  return (
    name
      // Controls, line breaks and the marks that turn the direction of writing around.
      .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
      .replace(/[:/\\@<>]+/g, ' ')
      // `evil.example` is a link in most mail programs; `J. R. Doe` is what `J.R. Doe` means.
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ {2,}/g, ' ')
      .trim()
      .slice(0, longest)
  )
}

/** Mails, texts and calendars name treatments, unless the clinic wants them to say less. */
type Discretion = { language: Language; namesTreatments: boolean }

const texts = defineTexts({
  en: {
    appointment: 'Appointment',
    anAppointment: 'an appointment',
    for: (treatment: string) => ` for ${treatment}`,
    with: (name: string) => `With ${name}`,
  },
  es: {
    appointment: 'Cita',
    anAppointment: 'una cita',
    for: (treatment: string) => ` de ${treatment}`,
    with: (name: string) => `Con ${name}`,
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

/** Who treats, as a line of a mail or of a calendar entry; '' where nobody is named. */
export function withDoctor(language: Language, { doctorName }: { doctorName: string | null }) {
  return doctorName === null ? '' : texts[language].with(showName(doctorName))
}

/** The same below other lines of a paragraph. */
export function lineWithDoctor(language: Language, appointment: { doctorName: string | null }) {
  const line = withDoctor(language, appointment)
  return line && `\n${line}`
}
