import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day } from '../../contract/date.ts'
import { holdForMails } from '../appointments/find-appointment.ts'
import { type CalendarConfig, type Desk, readDesk } from '../calendar/compose-entry.ts'
import { readClinic, readClosed, readPolicy } from '../clinic/read-clinic.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { queueMails, queueTexts } from '../notifications/queue-mail.ts'
import { type DueReminder, dueInstant, findDue } from './find-due.ts'
import { writeReminderMail, writeReminderText } from './mails.ts'
import { candidatesQuery, listToRemind, readMoves, storeReminders } from './queries.ts'

type ReminderParts = {
  config: CalendarConfig & Pick<Config, 'sms'> & { authSecret: string }
  database: Database
  clock: Clock
}

const minuteMs = 60_000
/** A look back over what the last one may have missed: bookings that were on their way then. */
const overlapMs = 5 * minuteMs
const thoroughMs = 60 * minuteMs
/** In one transaction, which bookings on SQLite wait for. */
const most = 20

/**
 * Writes the reminders that have fallen due (docs/decisions/0016); true when there were some. Slots
 * begin at whole minutes, so it looks once a minute at what that minute has brought; once an hour, at
 * first and when the clinic has changed its list or its hours, at everything that may be due: a day that
 * is open again brings its reminders back.
 */
export function createQueueReminders(parts: ReminderParts): () => Promise<boolean> {
  const { config, database, clock } = parts
  let last = { minute: 0, thorough: 0, leads: '' }

  return async () => {
    const now = clock()
    const minute = Math.floor(now.getTime() / minuteMs) * minuteMs
    const { reminderMinutes: leads } = await readPolicy(database.query)
    const { hoursRevision } = await readClinic(database.query)
    const asked = `${leads.join()} ${hoursRevision}`
    if (minute === last.minute && asked === last.leads) return false
    const isThorough =
      // A clock set back, too.
      Math.abs(minute - last.thorough) >= thoroughMs || minute < last.minute || asked !== last.leads
    const earliest = minute - Math.max(0, ...leads) * minuteMs
    const since = isThorough ? earliest : last.minute - overlapMs
    const look = { leads, since, now: now.getTime(), timeZone: config.clinicTimeZone }
    const some = await remindAll(parts, look, now)
    last = { minute, thorough: isThorough ? minute : last.thorough, leads: asked }
    return some
  }
}

async function remindAll(parts: ReminderParts, look: Look, now: Date): Promise<boolean> {
  const { config, database } = parts
  const due = await listDue(database.query, look)
  if (due.length === 0) return false
  const desk = await readDesk(database.query, config)
  for (let at = 0; at < due.length; at += most) {
    await remind(parts, { desk, now, due: due.slice(at, at + most) })
    await nextTurn()
  }
  return true
}

/** Appointments looked at in one turn of the event loop, and ids in one query. */
const mostAtOnce = 200

/** What is looked for: reminders whose instants have come after `since`; in epoch milliseconds. */
type Look = { leads: readonly number[]; since: number; now: number; timeZone: string }

type DueOf = DueReminder & { id: string; day: Day; slot: string }

type Candidate = Awaited<ReturnType<ReturnType<typeof candidatesQuery>['execute']>>[number] & {
  decided: number[]
}

/** The reminders that are due; none for an appointment on a day that the clinic has closed. */
export async function listDue(query: Queries, look: Look): Promise<DueOf[]> {
  const candidates = new Map<string, Candidate>()
  for (const lead of look.leads) {
    const days = daysOf(lead, look)
    const rows = await candidatesQuery(query, days).execute()
    const isClosed = await readClosed(query, days.from, days.to)
    collect(
      candidates,
      rows.filter(({ day }) => !isClosed(day)),
    )
  }
  const due: DueOf[] = []
  for await (const some of inTurns([...candidates.values()])) {
    const booked = some.filter((one) => dueOf(one, Date.parse(one.createdAt), look) !== null)
    if (booked.length === 0) continue
    const ids = booked.map(({ id }) => id)
    const moves = await readMoves(query, ids)
    for (const one of booked) {
      const found = dueOf(one, Date.parse(moves.get(one.id) ?? one.createdAt), look)
      if (found) due.push(found)
    }
  }
  // In one order for all processes, so that none waits for another that waits for it.
  return due.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** When the next reminder falls due of what is booked now, in epoch milliseconds; null where none does until then. */
export async function findNextReminder(
  query: Queries,
  { now, until, timeZone }: { now: number; until: number; timeZone: string },
): Promise<number | null> {
  const { reminderMinutes: leads } = await readPolicy(query)
  const days = new Set<Day>()
  for (const lead of leads) {
    const { from, to } = daysOf(lead, { since: now, now: until })
    for (let day = from; day <= to; day = addDays(day, 1)) days.add(day)
  }
  if (days.size === 0) return null
  const times = await query
    .selectFrom('appointments')
    .where('day', 'in', [...days])
    .where('cancelledAt', 'is', null)
    .select(['day', 'startMinute'])
    .distinct()
    .execute()
  const instants = times
    .flatMap((time) => leads.map((lead) => dueInstant(time, lead, timeZone)))
    .filter((instant) => now < instant && instant <= until)
  return instants.length > 0 ? Math.min(...instants) : null
}

async function* inTurns<One>(all: readonly One[]): AsyncGenerator<One[], void> {
  for (let at = 0; at < all.length; at += mostAtOnce) {
    yield all.slice(at, at + mostAtOnce)
    await nextTurn()
  }
}

/** On which days appointments lie whose reminder of this lead falls into the time looked at. */
function daysOf(lead: number, { since, now }: Pick<Look, 'since' | 'now'>): { from: Day; to: Day } {
  const dayOf = (instant: number) => new Date(instant + lead * minuteMs).toISOString().slice(0, 10)
  // UTC's day is the clinic's, or one beside it.
  return { from: addDays(dayOf(since), -1), to: addDays(dayOf(now), 1) }
}

function collect(
  candidates: Map<string, Candidate>,
  rows: readonly Omit<Candidate, 'decided'>[],
): void {
  for (const row of rows) {
    const known = candidates.get(row.id) ?? { ...row, decided: [] }
    if (row.leadMinutes !== null) known.decided.push(row.leadMinutes)
    candidates.set(row.id, known)
  }
}

function dueOf(candidate: Candidate, placedAt: number, look: Look): DueOf | null {
  const { id, day, slot } = candidate
  const due = findDue({ ...candidate, placedAt }, look)
  return due && { ...due, id, day, slot }
}

/**
 * The row that says a reminder is decided comes in one transaction with its mail and has appointment,
 * time and lead for a key: there is one of each, whichever process writes it and whichever dies.
 */
async function remind(
  { config, database }: ReminderParts,
  { desk, now, due }: { desk: Desk; now: Date; due: readonly DueOf[] },
): Promise<void> {
  const decidedAt = now.toISOString()
  await database.query.transaction().execute(async (transaction) => {
    await holdForMails(
      database,
      transaction,
      due.map(({ id }) => id),
    )
    const rows = due.map(({ id: appointmentId, day, slot, leadMinutes }) => ({
      appointmentId,
      day,
      slot,
      leadMinutes,
      decidedAt,
    }))
    const taken = await storeReminders(transaction, rows)
    if (taken.length === 0) return
    const people = await listToRemind(transaction, config, taken)
    const reminders = people.flatMap((person) => {
      const { id, day, slot } = person.appointment
      // Moved since it was looked at: its new time has reminders of its own.
      const one = due.find((each) => each.id === id && each.day === day && each.slot === slot)
      return one ? [{ ...person, trueUntil: new Date(one.trueUntil) }] : []
    })
    const mails = reminders.flatMap((one) => writeReminderMail(desk, one, config) ?? [])
    const messages = reminders.flatMap((one) => writeReminderText(desk, one, config) ?? [])
    await queueMails(transaction, mails, now)
    await queueTexts(transaction, messages, now)
  })
}
