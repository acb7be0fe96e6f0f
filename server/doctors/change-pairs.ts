import { v7 as uuidv7 } from 'uuid'
import { weekdayOf } from '../../contract/date.ts'
import {
  type Appointment,
  type AsksAboutAffected,
  isPairRace,
  mostListed,
  type Refused,
  refusedFor,
} from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { retryRace } from '../db/retry-deadlock.ts'
import type { Deps } from '../deps.ts'
import { refreshTreatments } from '../treatments/refresh-treatments.ts'
import { listStranded } from '../waitlist/wished-doctor/doctor-away.ts'
import { findPair } from './free-pairs.ts'
import type { Cause } from './plan-changes/plan-change.ts'
import { propose } from './plan-changes/propose.ts'
import { selectUnfit, type Unfit } from './schedule-queries.ts'

export type PairParts = Pick<
  Deps,
  'database' | 'clock' | 'clinicTime' | 'changes' | 'outbox' | 'config'
>

/** Takes back what a transaction has done; the caller gets the outcome. */
class TakenBack<Outcome> extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('a change of doctors or chairs is taken back')
    this.outcome = outcome
  }
}

/** What is stored with it where appointments are left without: `null` where none is. */
type Left = { change: string | null }

/**
 * Runs a change of doctors, chairs or their assignments in a transaction that blocks bookings. The slots of
 * treatments are updated, and appointments without a doctor or chair that they now need get a free one. If
 * some are left without, they are listed with proposals and nothing is stored unless that is confirmed; once
 * confirmed, they wait to be settled. The same applies to those that the change names as `crowded`: they have
 * a doctor and a chair, but not for their new duration. Staff also confirm that requests of the waitlist lose
 * the doctor who changes; these keep waiting, marked. The waitlist is searched again unless the change
 * `keepsTimes`: such a change frees nothing.
 */
export async function changePairs<
  Changed extends { ok: true; cause: Cause; crowded?: readonly Unfit[]; keepsTimes?: boolean },
  R extends string,
>(
  parts: PairParts,
  { confirmed, doctorId }: { confirmed: boolean; doctorId?: string },
  change: (query: Queries) => Promise<Changed | Refused<R> | AsksAboutAffected>,
): Promise<(Changed & Left) | Refused<R> | AsksAboutAffected> {
  const { clock, database, clinicTime, changes, outbox, config } = parts
  const { engine } = database
  const listLost = async (query: Queries) =>
    doctorId === undefined || confirmed
      ? []
      : listStranded({ engine, query, time: clinicTime(), zone: config.clinicTimeZone }, doctorId)
  const run = async (query: Queries) => {
    await holdBookings(database, query)
    const list = () => selectUnfit(query, engine, clinicTime()).execute()
    const known = new Set((await list()).map(({ id }) => id))
    const lostBefore = new Set(await listLost(query))
    const outcome = await change(query)
    if (!outcome.ok) throw new TakenBack(outcome)
    await refreshTreatments(query, clinicTime().today)
    for (const one of await list()) await giveWhatIsMissing(query, one)
    const unfit = (await list()).filter(({ id }) => !known.has(id))
    const unfitIds = new Set(unfit.map(({ id }) => id))
    const crowded = (outcome.crowded ?? []).filter(({ id }) => !unfitIds.has(id))
    const affected = [...unfit, ...crowded]
    const waiting = (await listLost(query)).filter((id) => !lostBefore.has(id)).length
    if (affected.length + waiting > 0 && !confirmed) {
      const listed = affected.slice(0, mostListed)
      const proposals = await propose(query, listed, clinicTime())
      const shown = listed.map((one) => ({ ...one, proposal: proposals.get(one.id) }))
      throw new TakenBack(refusedFor(shown, waiting))
    }
    const left = await storePlanChange(query, outcome.cause, affected, clock().toISOString())
    if (!outcome.keepsTimes)
      await query.updateTable('waits').set({ checkAt: '' }).where('state', '=', 'waiting').execute()
    return { ...outcome, change: left }
  }
  try {
    const outcome = await retryRace(() => database.query.transaction().execute(run), isPairRace)
    changes.publish('*')
    outbox.wake()
    return outcome
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome
    throw error
  }
}

type OwedAppointment = Pick<
  Appointment,
  'id' | 'timeRevision' | 'day' | 'slot' | 'doctorId' | 'doctorName'
>

/** Rows per statement: a statement has a limited number of parameters. */
const most = 500

/**
 * Notes which appointments a change has left without their place, for staff to settle; its id, or `null`
 * where there are none.
 */
async function storePlanChange(
  query: Queries,
  cause: Cause,
  left: readonly OwedAppointment[],
  createdAt: Instant,
): Promise<string | null> {
  if (left.length === 0) return null
  const changeId = uuidv7()
  await query
    .insertInto('planChanges')
    .values({ ...cause, id: changeId, createdAt })
    .execute()
  const rows = left.map(({ id: appointmentId, timeRevision, day, slot, doctorId, doctorName }) => ({
    ...{ changeId, appointmentId, timeRevision, day, slot, doctorId, doctorName },
    ...{ way: null, settledAt: null, sentAt: null, answeredAt: null },
  }))
  for (let at = 0; at < rows.length; at += most) {
    await query
      .insertInto('settlements')
      .values(rows.slice(at, at + most))
      .execute()
  }
  return changeId
}

/** A doctor for an appointment that has none, or a chair for its doctor, where one is free; what it has stays. */
async function giveWhatIsMissing(query: Queries, one: Unfit): Promise<void> {
  const { id, day, doctorId, chairId, revision } = one
  const first = { doctorId, chairId }
  const wanted = { day, weekday: weekdayOf(day), except: id, doctor: doctorId ?? '', first }
  const pair = await findPair(query, one, { ...wanted, anyHours: doctorId !== null })
  if (!pair || (pair.doctorId === doctorId && pair.chairId === chairId)) return
  await query
    .updateTable('appointments')
    .set({ ...pair, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
}
