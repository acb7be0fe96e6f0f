import { sql } from 'kysely'
import type { BookingRefusal } from '../../../contract/errors.ts'
import type { Queries } from '../../db/database.ts'
import { retryRace } from '../../db/retry-deadlock.ts'
import type { BookingParts } from '../../deps.ts'
import { isPatientRace } from '../../patients/find-patient.ts'
import { type Actor, type Appointment, type BookingInput, refusalOf } from '../appointment.ts'
import { explainStaffRefusal, NotBooked, paramsOf, storeStaffBooking } from '../book.ts'
import { notifyPatient, notifyPatientOfSeveral, writeBookedMail } from '../mails.ts'

type RefusedInput = { input: BookingInput; reason: BookingRefusal | 'slot_held' }

export type SeriesOutcome = { booked: Appointment[]; refused: RefusedInput[] }

type Wanted = { input: BookingInput; params: ReturnType<typeof paramsOf> }
type Failed = Wanted & { error: unknown }

/**
 * Staff book several visits of one patient in one transaction, each as `bookByStaff` does. What is
 * refused is left out and said; with `together` nothing is booked then. One mail lists what was booked.
 */
export async function bookSeriesByStaff(
  parts: BookingParts,
  inputs: readonly BookingInput[],
  { actor, together }: { actor: Actor; together: boolean },
): Promise<SeriesOutcome> {
  const wanted = inputs.map((input) => ({ input, params: paramsOf(parts, input, actor) }))
  const store = () =>
    parts.database.query
      .transaction()
      .execute((query) => storeSeries(query, parts, wanted, { actor, together }))
  const { booked, failed } = await retryRace(store, isPatientRace).catch((error: unknown) => {
    if (error instanceof NotTogether) return { booked: [], failed: error.failed }
    throw error
  })
  if (booked.length > 0) {
    parts.changes.publish(...new Set(booked.map(({ day }) => day)))
    parts.outbox.wake()
  }
  const refused: RefusedInput[] = []
  for (const { input, params, error } of failed) {
    const { reason } = await explainStaffRefusal(parts, error, { ...input, ...params })
    refused.push({ input, reason })
  }
  return { booked, refused }
}

/** Takes back what was booked of a series that is wanted together or not at all. */
class NotTogether extends Error {
  readonly failed: readonly Failed[]

  constructor(failed: readonly Failed[]) {
    super('not all of a series can be booked')
    this.failed = failed
  }
}

async function storeSeries(
  query: Queries,
  parts: BookingParts,
  wanted: readonly Wanted[],
  { actor, together }: { actor: Actor; together: boolean },
): Promise<{ booked: Appointment[]; failed: readonly Failed[] }> {
  const booked: Appointment[] = []
  const failed: Failed[] = []
  for (const one of wanted) {
    // PostgreSQL goes on after a refusal from here alone.
    await sql`savepoint "visit"`.execute(query)
    try {
      booked.push(await storeStaffBooking(query, parts, one.params, { ...one.input, actor }))
      await sql`release savepoint "visit"`.execute(query)
    } catch (error) {
      if (!(error instanceof NotBooked) && refusalOf(error) === null) throw error
      failed.push({ ...one, error })
      await sql`rollback to savepoint "visit"`.execute(query)
      await sql`release savepoint "visit"`.execute(query)
    }
  }
  if (together && failed.length > 0) throw new NotTogether(failed)
  await notifyOfSeries(query, parts, booked)
  return { booked, failed }
}

async function notifyOfSeries(
  query: Queries,
  { config, clock }: BookingParts,
  booked: readonly Appointment[],
): Promise<void> {
  const [first, ...rest] = booked
  if (!first) return
  if (rest.length > 0) return notifyPatientOfSeveral(query, config, [first, ...rest], clock())
  await notifyPatient(query, config, first, (sender) => writeBookedMail(sender, first), clock())
}
