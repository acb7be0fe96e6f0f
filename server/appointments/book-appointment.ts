import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { ClinicTime, Clock } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { explainRefusal } from './explain-refusal.ts'
import { dayParams } from './list-available.ts'
import { makeSearchKeys } from './make-search-keys.ts'
import { holdsSlot, type NewAppointment, prepareInsert } from './queries.ts'
import type { Changes } from './watch-changes.ts'

export type Appointment = Selectable<Tables['appointments']>

/** What a patient asks for, after the wire: price in cents, the patient from the proof of identity. */
export type Wish = {
  treatmentId: string
  day: Day
  slot: string
  priceCents: number
  patient: string
  patientName: string
  phone: string
}

export type BookingOutcome =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: BookingRefusal }

const reasons: Record<string, BookingRefusal> = {
  appointments_one_per_slot: 'slot_taken',
  appointments_one_per_treatment: 'already_booked',
  appointments_one_chair: 'patient_busy',
}

type Needs = {
  database: Database
  clock: Clock
  clinicTime: () => ClinicTime
  changes: Changes
}

/** Books one slot. The database decides every race; a refusal says why and changes nothing. */
export function createBookAppointment({ database, clock, clinicTime, changes }: Needs) {
  const insert = prepareInsert(database)

  return async (wish: Wish): Promise<BookingOutcome> => {
    const params: NewAppointment = {
      ...wish,
      ...dayParams(wish.day, clinicTime()),
      ...makeSearchKeys(wish),
      id: uuidv7(),
      createdAt: clock().toISOString(),
    }
    try {
      const [appointment] = await insert(params)
      if (!appointment) return { ok: false, reason: await explainRefusal(database.query, params) }
      changes.tell(wish.day)
      return { ok: true, appointment }
    } catch (error) {
      const reason = reasons[refusingConstraint(error) ?? '']
      if (!reason) throw error
      const own = reason === 'slot_taken' && (await holdsSlot(database.query, params))
      return { ok: false, reason: own ? 'already_booked' : reason }
    }
  }
}
