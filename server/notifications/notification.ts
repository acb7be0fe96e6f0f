import type { Day } from '../../contract/date.ts'
import type { Discretion } from './show-treatment.ts'

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
