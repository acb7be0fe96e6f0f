import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseDate } from '@internationalized/date'
import { sql } from 'kysely'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import { addDays, type Day, formatDay } from '../../../contract/date.ts'
import type { BookingRefusal } from '../../../contract/errors.ts'
import type { IntervalUnit, PlannedVisit } from '../../../contract/schedule/endpoints.ts'
import type { Queries } from '../../db/database.ts'
import { retryRace } from '../../db/retry-deadlock.ts'
import type { BookingParts } from '../../deps.ts'
import { isPatientRace } from '../../patients/find-patients.ts'
import { type Actor, type Appointment, type BookingInput, refusalOf } from '../appointment.ts'
import {
  explainStaffRefusal,
  NotBooked,
  paramsOf,
  storeStaffBooking,
  untilPairFree,
} from '../book.ts'
import { excludes, listPatientTimes } from '../find-appointment.ts'
import { notifyPatient, notifyPatientOfSeveral, writeBookedMail } from '../mails.ts'
import { prepareFreeSlots, preparePairSlots } from '../queries.ts'
import { dayParams, minuteOf } from '../slot-rules.ts'

type RefusedInput = { input: BookingInput; reason: BookingRefusal | 'slot_held' }

type SeriesOutcome = { booked: Appointment[]; refused: RefusedInput[] }

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
    const store = () => storeStaffBooking(query, parts, one.params, { ...one.input, actor })
    try {
      booked.push(await untilPairFree(() => refusedAlone(query, store)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      failed.push({ ...one, error })
    }
  }
  if (together && failed.length > 0) throw new NotTogether(failed)
  await notifyOfSeries(query, parts, booked)
  return { booked, failed }
}

/** Takes back only this visit when it is refused: on PostgreSQL the transaction goes on from a savepoint alone. */
async function refusedAlone<T>(query: Queries, store: () => Promise<T>): Promise<T> {
  await sql`savepoint "visit"`.execute(query)
  try {
    const stored = await store()
    await sql`release savepoint "visit"`.execute(query)
    return stored
  } catch (error) {
    if (!isRefusal(error)) throw error
    await sql`rollback to savepoint "visit"`.execute(query)
    await sql`release savepoint "visit"`.execute(query)
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof NotBooked || refusalOf(error) !== null
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

/** Days after the target day that are also searched for room. */
const daysAround = 30

type Plan = {
  treatmentId: string
  every: number
  unit: IntervalUnit
  count: number
  first?: Day | undefined
}

/**
 * For each visit the first open day with room from its target day on, and on it the time nearest to
 * the appointment's, past what its patient has already. The clinic's window is for patients: staff book a visit in
 * six months today.
 */
export async function planVisits(
  parts: Pick<BookingParts, 'database' | 'clinicTime'>,
  { day, startMinute, patientId, unproved }: Appointment,
  { treatmentId, every, unit, count, first }: Plan,
): Promise<PlannedVisit[]> {
  const { today } = parts.clinicTime()
  const ownTimes = await listPatientTimes(parts.database.query, [patientId], today)
  const freeOfAny = prepareFreeOn(parts, treatmentId)
  const freeOn = async (day: Day) =>
    (await freeOfAny(day)).filter((slot) => {
      const { start, end } = parseSlot(slot) ?? { start: 0, end: 0 }
      const visit = { treatmentId, unproved, day, startMinute: start, endMinute: end }
      return !ownTimes.some((own) => excludes(own, visit))
    })
  const start = day < today ? today : day
  const after = (base: Day, times: number) =>
    parseDate(base)
      .add({ [unit]: every * times })
      .toString()
  const visits: PlannedVisit[] = []
  let earliest = today
  for (let n = 0; n < count; n += 1) {
    const target = first === undefined ? after(start, n + 1) : after(first, n)
    const from = target < earliest ? earliest : target
    const found = await findRoom(freeOn, from)
    visits.push({
      date: formatDay(found?.day ?? from),
      slot: found ? nearest(found.slots, startMinute) : null,
      slots: found?.slots ?? [],
    })
    earliest = addDays(found?.day ?? from, 1)
    await nextTurn()
  }
  return visits
}

/** The free slots of a treatment on a day, as staff may book them. */
function prepareFreeOn(
  { database, clinicTime }: Pick<BookingParts, 'database' | 'clinicTime'>,
  treatmentId: string,
) {
  const freeSlots = prepareFreeSlots(database)
  const pairSlots = preparePairSlots(database)
  return async (day: Day): Promise<string[]> => {
    const now = clinicTime()
    const asStaff = { daysAhead: 0, heedsLead: 0 } as const
    const params = { ...dayParams(day, now), ...asStaff, now: minuteOf(now) }
    const rows = [...(await freeSlots(params)), ...(await pairSlots({ ...params, doctor: '' }))]
    return rows.flatMap(({ id, slot }) => (id === treatmentId && slot !== null ? slot : []))
  }
}

async function findRoom(freeOn: (day: Day) => Promise<string[]>, from: Day) {
  for (let ahead = 0; ahead <= daysAround; ahead += 1) {
    const day = addDays(from, ahead)
    const slots = await freeOn(day)
    if (slots.length > 0) return { day, slots }
  }
  return null
}

/** Of two that are as near, the earlier. */
function nearest(slots: readonly string[], startMinute: number): string | null {
  const distance = (slot: string) => Math.abs((parseSlot(slot)?.start ?? 0) - startMinute)
  return slots.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}
