import type { SettledAppointment, SettleWay } from '../../contract/clinic/endpoints.ts'
import {
  addDays,
  type Day,
  daysBetween,
  formatDay,
  parseDay,
  weekdayOf,
} from '../../contract/date.ts'
import {
  type Actor,
  type AsksAboutAffected,
  type Refused,
  refused,
  refusedFor,
} from '../appointments/appointment.ts'
import { cancelOnClosedDay } from '../appointments/cancel.ts'
import { holdBookings, holdForMails } from '../appointments/find-appointment.ts'
import { noteEvents } from '../appointments/history.ts'
import { isGuest } from '../appointments/search-keys.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { BookingParts } from '../deps.ts'
import { sumReal } from '../payments/test-payments.ts'
import {
  closeEach,
  countAfter,
  deleteClosure,
  listAffected,
  type OnDay,
  oweMails,
  type StandingPlace,
  selectAfter,
  selectAskedStanding,
  selectLive,
  selectStanding,
  storeAsks,
  takeBackAsks,
  updateClinic,
} from './queries.ts'
import {
  type ClinicParts,
  listClosedWeekdays,
  listClosures,
  longestHorizon,
  readClosed,
} from './read-clinic.ts'

const mostDays = 60

/** `days`: those that were open until now. */
type Closed = { ok: true; closed: number; days: Day[]; revision: number }
type Edited = { revision?: number | undefined }
type Why = 'days_backwards' | 'too_many_days' | 'changed_meanwhile'
type Input = { from: Day; to: Day; reason: string; confirmed: boolean } & Edited

/**
 * Closes the days of a range, both ends included. Appointments on days that were open until now stay
 * until they are settled, and are listed first unless that is confirmed. Anyone who books afterwards finds the day closed.
 */
export async function closeDays(
  { database, clinicTime }: ClinicParts,
  { from, to, reason, confirmed, revision: editedFrom }: Input,
): Promise<Closed | Refused<Why> | AsksAboutAffected> {
  const length = daysBetween(from, to) + 1
  if (length < 1) return refused('days_backwards')
  if (length > mostDays) return refused('too_many_days')
  const days = Array.from({ length }, (_, place) => addDays(from, place))
  const now = clinicTime()
  return database.query.transaction().execute(async (query) => {
    await holdBookings(database, query)
    const closed = new Set((await listClosures(query, from, to)).map(({ day }) => day))
    const weekdays = new Set(await listClosedWeekdays(query))
    const closing = days.filter(
      (day) => day >= now.today && !closed.has(day) && !weekdays.has(weekdayOf(day)),
    )
    const affected = await listAffected(query, closing, now)
    if (affected.length > 0 && !confirmed) return refusedFor(affected)
    const revision = await updateClinic(query, { part: 'hoursRevision', revision: editedFrom })
    if (revision === null) return refused('changed_meanwhile')
    await closeEach(query, days, reason)
    return { ok: true, closed: days.length, days: closing, revision }
  })
}

/** Opens a closed day again, and brings its reminders back; how many closures that ended. */
export async function openDay(
  { database, clinicTime }: Pick<ClinicParts, 'database' | 'clinicTime'>,
  { day, revision: editedFrom }: Edited & { day: Day },
): Promise<{ ok: true; deletedCount: number; revision: number } | Refused<'changed_meanwhile'>> {
  return database.query.transaction().execute(async (query) => {
    const revision = await updateClinic(query, { part: 'hoursRevision', revision: editedFrom })
    if (revision === null) return refused('changed_meanwhile')
    const deletedCount = await deleteClosure(query, day)
    const isClosed = await readClosed(query, day, day)
    if (!isClosed(day)) await keepOnOpened(database, query, { days: [day], now: clinicTime() })
    return { ok: true, deletedCount, revision }
  })
}

/** In the caller's transaction: patients who were asked to choose another time on days that open again keep theirs. */
export async function keepOnOpened(
  database: Database,
  query: Queries,
  { days, now }: { days: readonly Day[]; now: ClinicTime },
): Promise<void> {
  if (days.length === 0) return
  const asked = selectAskedStanding(query, days, now)
  const found = await asked.execute()
  await holdForMails(
    database,
    query,
    found.map(({ id }) => id),
  )
  // Once held, none of them is rescheduled.
  await takeBackAsks(query, await asked.execute())
}

/** Appointments in one call: those asked share a transaction, each that is cancelled has its own. */
const most: Record<SettleWay, number> = { ask: 100, cancel: 5 }

type SettleInput = {
  from: Day
  to: Day
  /** Only on these; none: on all. */
  days?: readonly Day[] | undefined
  /** Only on days that these close every week, and no closure besides; none: on all. */
  weekdays?: readonly number[] | undefined
  way: SettleWay
  after?: string | undefined
  actor: Actor
}

type Settled = { ok: true; settled: SettledAppointment[]; next: string | null; left: number }

/**
 * Asks the patients of appointments on closed days to choose another time, or cancels the appointments and
 * gives everything back. One call takes some of them, by day and start. None is settled in part, even if
 * others fail, and a settled one is not settled again, so the same call continues after a failure.
 */
export async function settleClosed(
  parts: BookingParts,
  { after, way, actor, ...scope }: SettleInput,
): Promise<Settled | Refused<'invalid_input'>> {
  const { query } = parts.database
  const place = after === undefined ? null : readPlace(after)
  if (after !== undefined && !place) return refused('invalid_input')
  const now = parts.clinicTime()
  const days = await listClosedDays(query, scope, now.today)
  if (days.length === 0) return { ok: true, settled: [], next: null, left: 0 }
  const standing = selectStanding(query, days, now)
  const some = await selectAfter(standing, place).limit(most[way]).execute()
  const last = some.at(-1)
  const settled =
    way === 'ask' ? await ask(parts, some, actor) : await cancelEach(parts, some, actor)
  if (!last || some.length < most[way]) return { ok: true, settled, next: null, left: 0 }
  const left = await countAfter(query, standing, last)
  return { ok: true, settled, next: left === 0 ? null : writePlace(last), left }
}

type Scope = Pick<SettleInput, 'from' | 'to' | 'days' | 'weekdays'>

/** The closed days that are meant, from today on. */
async function listClosedDays(query: Queries, { from, to, days, weekdays }: Scope, today: Day) {
  const first = from < today ? today : from
  const farthest = addDays(today, longestHorizon)
  const last = to > farthest ? farthest : to
  if (last < first) return []
  const isClosed = await readClosed(query, first, last)
  const closures = new Set((await listClosures(query, first, last)).map(({ day }) => day))
  const isMeant = (day: Day) =>
    (days?.includes(day) ?? true) &&
    (!weekdays || (weekdays.includes(weekdayOf(day)) && !closures.has(day)))
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n)).filter(
    (day) => isClosed(day) && isMeant(day),
  )
}

/**
 * Records which patients the clinic asks, and that they are owed a mail, in one transaction. Patients without
 * an e-mail, and addresses given by an unconfirmed account, are sent no mail: staff call them. The account
 * reads it on its screens.
 */
async function ask(
  { database, clock, outbox }: BookingParts,
  some: readonly OnDay[],
  { email: actor }: Actor,
): Promise<SettledAppointment[]> {
  if (some.length === 0) return []
  const ids = some.map(({ id }) => id)
  const at = clock().toISOString()
  const proved = await database.query.transaction().execute(async (query) => {
    // An account that confirms at this moment is seen as confirmed here, or is asked once it has (queue-confirmations.ts).
    await holdForMails(database, query, ids)
    const standing = await selectLive(query).where('id', 'in', ids).execute()
    await askOnClosed(query, standing, { actor, at })
    return new Set(standing.filter(mayBeMailed).map(({ id }) => id))
  })
  outbox.wake()
  return some.map((one) => show(one, { mailed: proved.has(one.id) }))
}

/**
 * Records in the caller's transaction, which holds them, that the patients of appointments on closed days are asked to
 * choose another time, and owes those a mail who can have one and have had none about this time.
 */
export async function askOnClosed(
  query: Queries,
  appointments: readonly OnDay[],
  { actor, at }: { actor: string; at: Instant },
): Promise<void> {
  const reached = appointments.filter(({ patient }) => !isGuest(patient))
  const asked = (await storeAsks(query, reached, at)).filter(mayBeMailed)
  const days = asked.map(({ day }) => day).toSorted()
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return
  const closures = await listClosures(query, first, last)
  const reasons = new Map(closures.map(({ day, reason }) => [day, reason]))
  await oweMails(query, asked, ({ day }) => reasons.get(day) ?? null)
  const events = asked.map(({ id: appointmentId }) => ({ appointmentId, at, actor }))
  await noteEvents(
    query,
    events.map((event) => ({ ...event, kind: 'asked' as const, data: {} })),
  )
}

/** One by one, so that bookings can be made in between. Omits those that patients have settled since. */
async function cancelEach(
  parts: BookingParts,
  some: readonly OnDay[],
  actor: Actor,
): Promise<SettledAppointment[]> {
  const settled: SettledAppointment[] = []
  for (const one of some) {
    const outcome = await cancelOnClosedDay(parts, { id: one.id, actor }).catch((err: unknown) => {
      if (err instanceof DatabaseUnavailable) throw err
      parts.log.error({ err, appointment: one.id }, 'an appointment on a closed day stands')
      return refused('internal')
    })
    if (outcome.ok) {
      const cents = await sumReal(parts.database.query, parts.payments, outcome.refunds)
      const money = { refund: cents / 100, atDesk: outcome.appointment.deskCents / 100 }
      settled.push(show(one, { mailed: mayBeMailed(one), ...money }))
    } else if (!isOver(outcome.reason)) {
      settled.push(show(one, { failed: outcome.reason }))
    }
  }
  return settled
}

/** It has been cancelled or rescheduled by its patient since, or its day is open again. */
function isOver(reason: string): boolean {
  return ['not_found', 'appointment_cancelled', 'not_closed'].includes(reason)
}

function mayBeMailed({ patient, unproved }: OnDay): boolean {
  return !isGuest(patient) && unproved === ''
}

type Result = Partial<Pick<SettledAppointment, 'failed' | 'mailed' | 'refund' | 'atDesk'>>

function show(one: OnDay, result: Result): SettledAppointment {
  const { id: _id, treatment, day, slot, patientName, phone } = one
  const nothing = { failed: null, mailed: false, refund: 0, atDesk: 0 }
  return { _id, treatment, date: formatDay(day), slot, patientName, phone, ...nothing, ...result }
}

function writePlace({ day, startMinute, id }: OnDay): string {
  return `${day} ${startMinute} ${id}`
}

function readPlace(after: string): StandingPlace | null {
  const [, day = '', minute = '', id = ''] = /^(\S+) (\d{1,4}) (\S+)$/.exec(after) ?? []
  return parseDay(day) === day ? { day, startMinute: Number(minute), id } : null
}
