import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { ByPair } from './doctor-schema.ts'

/** The tables of migration 0010, with the columns of 0015, 0029 and 0033. */
export type WaitlistTables = {
  /** Requests for an earlier slot; the waitlist has the order of their creation. */
  waits: {
    id: string
    userId: string
    patient: string
    /** The patient, as on `appointments`. */
    patientId: string
    phone: string
    treatmentId: string
    /** The appointment that moves; `null` where accepting books a new one. */
    appointmentId: string | null
    fromDay: Day
    untilDay: Day
    /** One bit a weekday, 1 for Sunday to 64 for Saturday. */
    weekdays: number
    /** The slot must be between these minutes of the day. */
    fromMinute: number
    untilMinute: number
    /** The one requested doctor; `null` for any doctor. */
    doctorId: Generated<string | null>
    state: Generated<'waiting' | 'done' | 'left' | 'over'>
    createdAt: Instant
    /** When free slots are next searched for it; '' for at once. */
    checkAt: Instant
    endedAt: Instant | null
    /** Unanswered offers in a row; after some the request rests. */
    unanswered: Generated<number>
    /** When it was last searched for because its patient asked; '' for never. */
    searchedAt: Generated<Instant>
  }
  /** Slots held for a request, until its patient answers or time is up. */
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
    /** When the clinic withdrew it, which also ended it. */
    withdrawnAt: Generated<Instant | null>
  } & ByPair
}
