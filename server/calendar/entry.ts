import type { Config } from '../config.ts'

export type CalendarConfig = Pick<
  Config,
  'publicUrl' | 'clinicTimeZone' | 'clinicLanguage' | 'mailFrom'
>

/** What every entry of the clinic says alike. */
export type Desk = {
  name: string
  address: string
  phone: string
  timeZone: string
  publicUrl: string
  mailAddress: string
  namesTreatments: boolean
}

/** What the calendar that reads it is to do (RFC 5546): take it in, take it out, or just show it. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

export type Party = { name: string; address: string }

/** One appointment as calendars know it. */
export type Entry = {
  /** The same for as long as the appointment exists. */
  uid: string
  /** Rises with every change; calendars ignore what is older than what they have. */
  sequence: number
  /** Epoch milliseconds. */
  start: number
  end: number
  summary: string
  location: string
  description: string
  url: string
  isCancelled: boolean
  organizer: Party
  /** Who it is sent to; nobody in what is only published. */
  attendee?: Party
}
