import { sql } from 'kysely'
import { addDays, type Day, daysBetween } from '../../contract/date.ts'
import {
  type BlockInput,
  type DoctorSchedule,
  mostEntries,
  type StaffDoctorSchedule,
  type TimeSpan,
} from '../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import type { Cause } from './plan-changes/plan-change.ts'
import { hasChairs, hasTreatments } from './queries.ts'
import { findDoctor, holdDoctor, readSchedule, replaceSchedule } from './schedule-queries.ts'

type Input = DoctorSchedule & {
  id: string
  confirmed: boolean
  /** That it was edited from. */
  revision?: number | undefined
}
type Refusal = 'not_found' | 'changed_meanwhile' | 'treatment_gone' | 'unknown_chair'
type Changed = { ok: true; email: string; schedule: StaffDoctorSchedule; change: string | null }

const noDays = { fromDay: null, untilDay: null }

/** Who saves without a pause keeps no reader waiting for longer: an edit of an earlier revision is refused. */
const mostTries = 50

/**
 * A doctor's schedule with its matching revision: reads again if it changed between two statements.
 * `undefined` if there is no such doctor.
 */
export async function showSchedule(
  query: Queries,
  id: string,
): Promise<StaffDoctorSchedule | undefined> {
  for (let tries = 1; ; tries += 1) {
    const doctor = await findDoctor(query, id)
    if (!doctor) return undefined
    const { name, specialty, revision } = doctor
    const schedule = await readSchedule(query, id)
    const isWhole = (await findDoctor(query, id))?.revision === revision
    if (isWhole || tries === mostTries) return { _id: id, name, specialty, revision, ...schedule }
  }
}

/**
 * Stores when a doctor works, what they treat and where. With their first hours their treatments are
 * booked with a doctor.
 */
export async function changeSchedule(
  parts: PairParts,
  { id, confirmed, revision, ...schedule }: Input,
): Promise<Changed | Refused<Refusal> | AsksAboutAffected> {
  return changePairs(parts, { confirmed, doctorId: id }, async (query) => {
    const doctor = await holdDoctor(parts.database, query, id)
    if (!doctor) return refused('not_found')
    if (!(await hasTreatments(query, schedule.treatments))) return refused('treatment_gone')
    if (!(await hasChairs(query, schedule.chairs))) return refused('unknown_chair')
    const changed = await query
      .updateTable('doctors')
      .set((old) => ({ revision: old('revision', '+', 1) }))
      .where('id', '=', id)
      .$if(revision !== undefined, (update) => update.where('revision', '=', revision ?? 0))
      .returning(['name', 'specialty', 'revision'])
      .executeTakeFirst()
    if (!changed) return refused('changed_meanwhile')
    await replaceSchedule(query, id, schedule)
    const stored = { _id: id, ...changed, ...(await readSchedule(query, id)) }
    const cause = { kind: 'hours' as const, name: doctor.name, doctorId: id, ...noDays }
    return { ok: true as const, email: doctor.email, schedule: stored, cause }
  })
}

type Stored = { ok: true; email: string; cause: Cause }

type Blocked = { ok: true; email: string; change: string | null }
type Unblocked = { ok: true; email: string; end: number }

/**
 * Blocks a part of a doctor's day and changes nothing else in their schedule. A concurrent edit of the
 * schedule is refused by its revision. The appointments in that part stay, once this is confirmed.
 */
export async function blockTime(
  parts: PairParts,
  { id, confirmed, day, time, reason }: BlockInput & { id: string; confirmed: boolean },
): Promise<Blocked | Refused<'not_found' | 'time_blocked' | 'schedule_full'> | AsksAboutAffected> {
  return changePairs(parts, { confirmed, doctorId: id }, async (query) => {
    const doctor = await holdDoctor(parts.database, query, id)
    if (!doctor) return refused('not_found')
    const added = await query
      .insertInto('doctorBlocks')
      .columns(['doctorId', 'day', 'startMinute', 'endMinute', 'reason'])
      .expression(({ selectFrom, not, exists }) =>
        selectFrom('doctors')
          .where('id', '=', id)
          .where(
            not(
              exists(
                selectFrom('doctorBlocks as b')
                  .select('b.doctorId')
                  .where('b.doctorId', '=', id)
                  .where('b.day', '=', day)
                  .where('b.startMinute', '<', time.end)
                  .where('b.endMinute', '>', time.start),
              ),
            ),
          )
          .select([
            'id',
            sql<string>`cast(${day} as text)`.as('day'),
            sql<number>`cast(${time.start} as integer)`.as('startMinute'),
            sql<number>`cast(${time.end} as integer)`.as('endMinute'),
            sql<string>`cast(${reason} as text)`.as('reason'),
          ]),
      )
      .returning('day')
      .executeTakeFirst()
    if (!added) return refused('time_blocked')
    if (isFull(await readSchedule(query, id))) return refused('schedule_full')
    return raised(query, id, doctor, day)
  })
}

/** Gives a blocked part of a day back. */
export async function unblockTime(
  parts: PairParts,
  { id, day, start }: { id: string; day: Day; start: number },
): Promise<Unblocked | Refused<'not_found'> | AsksAboutAffected> {
  return changePairs(parts, { confirmed: false }, async (query) => {
    const doctor = await holdDoctor(parts.database, query, id)
    if (!doctor) return refused('not_found')
    const removed = await query
      .deleteFrom('doctorBlocks')
      .where('doctorId', '=', id)
      .where('day', '=', day)
      .where('startMinute', '=', start)
      .returning('endMinute')
      .executeTakeFirst()
    if (!removed) return refused('not_found')
    return { ...(await raised(query, id, doctor, day)), end: removed.endMinute }
  })
}

/** The schedule is another one now. */
async function raised(
  query: Queries,
  id: string,
  { name, email }: { name: string; email: string },
  day: Day,
): Promise<Stored> {
  await query
    .updateTable('doctors')
    .set((old) => ({ revision: old('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const cause = { kind: 'hours' as const, name, doctorId: id, fromDay: day, untilDay: day }
  return { ok: true, email, cause }
}

const mostDays = 60

type Absence = {
  from: Day
  to: Day
  /** Of each of the days; `null`: all of them. */
  time: TimeSpan | null
  reason: string
}
type AbsenceInput = Absence & { id: string; confirmed: boolean }
type Why =
  | 'not_found'
  | 'days_backwards'
  | 'too_many_absent_days'
  | 'absence_over'
  | 'schedule_full'
type Added = { ok: true; change: string | null }

/**
 * A doctor is away: stored as time off, or as a block of each day. The appointments that lose them are
 * listed first with what could be proposed, unless that is confirmed.
 */
export async function addAbsence(
  parts: PairParts,
  { id, confirmed, ...absence }: AbsenceInput,
): Promise<Added | Refused<Why> | AsksAboutAffected> {
  const { from, to } = absence
  const length = daysBetween(from, to) + 1
  if (length < 1) return refused('days_backwards')
  if (length > mostDays) return refused('too_many_absent_days')
  if (to < parts.clinicTime().today) return refused('absence_over')
  return changePairs(parts, { confirmed, doctorId: id }, async (query) => {
    const changed = await query
      .updateTable('doctors')
      .set((old) => ({ revision: old('revision', '+', 1) }))
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!changed) return refused('not_found')
    const schedule = withAbsence(await readSchedule(query, id), absence)
    if (isFull(schedule)) return refused('schedule_full')
    await replaceSchedule(query, id, schedule)
    const { name } = changed
    const cause = { kind: 'absence' as const, name, doctorId: id, fromDay: from, untilDay: to }
    return { ok: true as const, cause }
  })
}

/** More than can be stored: what refuses it takes the change back. */
function isFull({ timeOff, blocks }: DoctorSchedule): boolean {
  return timeOff.length > mostEntries || blocks.length > mostEntries
}

/** A schedule with an absence; the blocks that a part of a day meets become one with it. */
function withAbsence(
  schedule: DoctorSchedule,
  { from, to, time, reason }: Absence,
): DoctorSchedule {
  if (!time) {
    return { ...schedule, timeOff: withTimeOff(schedule.timeOff, { from, to, reason }) }
  }
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const meets = ({ day, time: other }: DoctorSchedule['blocks'][number]) =>
    days.includes(day) && other.start < time.end && time.start < other.end
  const added = days.map((day) => {
    const spans = [
      time,
      ...schedule.blocks.filter(meets).flatMap((one) => (one.day === day ? one.time : [])),
    ]
    const start = Math.min(...spans.map((span) => span.start))
    const end = Math.max(...spans.map((span) => span.end))
    return { day, time: { start, end }, reason }
  })
  return { ...schedule, blocks: [...schedule.blocks.filter((one) => !meets(one)), ...added] }
}

type TimeOff = DoctorSchedule['timeOff'][number]

/**
 * Time off is stored by its first day. Of two with the same, the longer one begins after the shorter, so
 * that both keep their notes.
 */
function withTimeOff(timeOff: readonly TimeOff[], added: TimeOff): TimeOff[] {
  const same = timeOff.find(({ from }) => from === added.from)
  if (!same) return [...timeOff, added]
  const others = timeOff.filter((off) => off !== same)
  const [shorter, longer] = same.to < added.to ? [same, added] : [added, same]
  if (shorter.to === longer.to)
    return [...others, { ...added, reason: added.reason || same.reason }]
  if (shorter.reason === longer.reason) return [...others, longer]
  return withTimeOff([...others, shorter], { ...longer, from: addDays(shorter.to, 1) })
}
