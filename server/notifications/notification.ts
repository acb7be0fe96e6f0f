import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language } from '../../contract/language.ts'

/** The fields of an appointment that a mail about it needs. */
export type About = {
  id: string
  day: Day
  slot: string
  timeRevision: number
  bookedBy: string | null
}

/** The kind of the last mail to a removed account: its address is deleted when it is sent. */
export const farewell = 'account-deleted'

/** Why a mail was not sent that nobody needed any more. */
export const outdated = 'no longer true when it was due'

/** A mail as stored until it is sent. */
export type Mail = {
  /** The mail's kind, for logs and file names: `verification`. */
  kind: string
  /** One bare address. */
  recipient: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** An iCalendar object, and its method for the reader's calendar. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; text: string }
  /** The appointment it is about; mails about one appointment are sent in order. */
  appointment?: About
  /** The mail is dropped when that appointment no longer has this time, or is not cancelled. */
  onlyWhile?: 'standing' | 'cancelled'
  /**
   * The account that made the booking, '' for staff; the appointment's where it has one. The mail is not sent
   * to an address whose account is that one and unconfirmed; without this field, to no unconfirmed account.
   */
  bookedBy?: string
  /** The mail is dropped when this offer of the waitlist is no longer open. */
  offerId?: string
  /** The mail is dropped when it has not been sent by then. */
  trueUntil?: Date
  /** The unsubscribe address, for notifications that can be ended. */
  unsubscribe?: string
}

/** A text message as stored until it is sent. */
export type TextMessage = Pick<
  Mail,
  'kind' | 'text' | 'appointment' | 'onlyWhile' | 'trueUntil'
> & {
  /** As `+17185550100`. */
  phone: string
}

/** The name in which a mail is written, and its language. */
export type Sender = { clinicName: string } & Discretion

/** Writes a mail in the clinic's name, which its profile may change, and in the patient's language. */
export type WriteMail = (sender: Sender) => Omit<Mail, 'recipient'>

/** The bare address of a sender: `desk@clinic.example` of `Molar Dental <desk@clinic.example>`. */
export function readAddress(mailFrom: string): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
}

/** The same with the name before it; quotes around the name are no part of it. */
export function readSender(mailFrom: string): { name: string; address: string } {
  const name = /^(.*)<[^<>]+>$/s.exec(mailFrom)?.[1]?.trim() ?? ''
  const quoted = /^"(.*)"$/s.exec(name)?.[1]
  return { name: quoted?.replaceAll(/\\(.)/g, '$1') ?? name, address: readAddress(mailFrom) }
}

/** Stands for a missing MAIL_FROM; nobody can have a mailbox there. */
export const noMailbox = 'clinic@molar.example'

/** Whether mails go to patients from an address that neither a reply nor a message to the clinic reaches. */
export function lacksSender(config: {
  production: boolean
  smtpUrl: string | undefined
  mailFrom: string
}): boolean {
  return config.production && Boolean(config.smtpUrl) && readAddress(config.mailFrom) === noMailbox
}

/** Longer than any real name. */
const longest = 100

/**
 * A person's name as a mail or a calendar entry shows it. Anyone can choose it at sign-up, and the reader may
 * be another person: it stays on one line, and no mail program makes a link of it.
 */
export function showName(name: string): string {
  return (
    name
      // Control characters, line breaks and marks that change the direction of writing.
      .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
      .replace(/[:/\\@<>]+/g, ' ')
      // Most mail programs make a link of `evil.example`; `J.R. Doe` is shown as `J. R. Doe`.
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ {2,}/g, ' ')
      .trim()
      .slice(0, longest)
      // Half of a character that the cut has left: no web address can be made of one.
      .replace(/[\ud800-\udbff]$/, '')
  )
}

/** Mails, texts and calendars name treatments, unless the clinic's settings disable that. */
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

/** For a line of its own: the treatment's name, or the word for an appointment. */
export function showTreatment(
  { language, namesTreatments }: Discretion,
  treatment: string,
): string {
  return namesTreatments ? treatment : texts[language].appointment
}

/** For a sentence: what an appointment is for, with a leading space; '' where it is not named. */
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

/** The doctor, as a line of a mail or of a calendar entry; '' where none is named. */
export function withDoctor(language: Language, { doctorName }: { doctorName: string | null }) {
  return doctorName === null ? '' : texts[language].with(showName(doctorName))
}

/** The same as the last line of a paragraph. */
export function lineWithDoctor(language: Language, appointment: { doctorName: string | null }) {
  const line = withDoctor(language, appointment)
  return line && `\n${line}`
}
