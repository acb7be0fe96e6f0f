import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { ByPair } from './doctor-schema.ts'

/** The tables of migration 0010, with the columns of 0015, 0029 and 0033. */
export type WaitlistTables = {
  /** Requests for an earlier slot; the order in which they were made is that of the waitlist. */
  waits: {
    id: string
    userId: string
    patient: string
    /** Who it is for, as on `appointments`. */
    patientId: string
    phone: string
    treatmentId: string
    /** The appointment that moves; `null` where accepting books. */
    appointmentId: string | null
    fromDay: Day
    untilDay: Day
    /** One bit a weekday, 1 for Sunday to 64 for Saturday. */
    weekdays: number
    /** The slot lies between these minutes of the day. */
    fromMinute: number
    untilMinute: number
    /** The one doctor who is wished for; `null` for whoever is free. */
    doctorId: Generated<string | null>
    state: Generated<'waiting' | 'done' | 'left' | 'over'>
    createdAt: Instant
    /** When free slots are looked through for it next; '' for at once. */
    checkAt: Instant
    endedAt: Instant | null
    /** Offers in a row that ended unanswered; after some it rests. */
    unanswered: Generated<number>
    /** When it was last searched for because its patient asked; '' for never. */
    searchedAt: Generated<Instant>
  }
  /** Slots held for somebody who waits, until they answer or time is up. */
  offers: {
    id: string
    waitId: string
    treatmentId: string
    day: Day
    slot: string
    startMinute: number
    endMinute: number
    madeAt: Instant
    /** A whole minute. */
    expiresAt: Instant
    state: Generated<'open' | 'accepted' | 'declined' | 'lapsed'>
    settledAt: Instant | null
    /** When the clinic took it back; it lapsed by that. */
    withdrawnAt: Generated<Instant | null>
  } & ByPair
}
