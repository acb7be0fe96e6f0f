import * as z from 'zod/mini'

/** What a calendar must know to offer only days that can be booked. Days are ISO strings. */
export const BookingCalendar = z.object({
  timeZone: z.string(),
  /** The server's clock when it answered, to the second: an instant in UTC, ISO text. */
  now: z.string(),
  /** Today in the clinic's time zone, not the reader's. */
  today: z.string(),
  /** The first instant of the next day there, ISO text: then all of this is another's. */
  todayEnds: z.string(),
  /** The last day of the booking horizon. */
  lastDay: z.string(),
  /** How long before a slot begins it can last be booked. */
  leadMinutes: z.number(),
  /** 0 for Sunday to 6 for Saturday. */
  closedWeekdays: z.array(z.number()),
  closures: z.array(z.object({ day: z.string(), reason: z.string() })),
})
export type BookingCalendar = z.infer<typeof BookingCalendar>

/** What every page carries of the clinic's profile, in a data block that the server writes. */
export type PageClinic = {
  name: string
  address: string
  phone: string
  /** `tel:` and the number as it is dialled. */
  phoneLink: string
  /** Where the address is, on a map that finds the way there. */
  mapLink: string
  openingHours: string
  /** What the about page holds: clean HTML. */
  about: string
  /** The same of the contact page. */
  contact: string
  /** And of the page about privacy: the clinic's own text or the portal's. */
  privacy: string
  /** The least characters of a patient's password. */
  passwordLength: string
}
