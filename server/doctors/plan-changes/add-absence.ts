import { addDays, type Day, daysBetween } from '../../../contract/date.ts'
import type { DoctorSchedule, TimeSpan } from '../../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../../appointments/appointment.ts'
import { changePairs, type PairParts } from '../change-pairs.ts'
import { readSchedule, replaceSchedule } from '../schedule-queries.ts'

const mostDays = 60

type Absence = {
  from: Day
  to: Day
  /** Of each of the days; `null`: all of them. */
  time: TimeSpan | null
  reason: string
}
type Input = Absence & { id: string; confirmed: boolean }
type Why = 'not_found' | 'days_backwards' | 'too_many_absent_days' | 'absence_over'
type Added = { ok: true; change: string | null }

/**
 * A doctor is away: stored as time off, or as a block of each day. The appointments that lose them are
 * listed first with what could be proposed, unless that is confirmed.
 */
export async function addAbsence(
  parts: PairParts,
  { id, confirmed, ...absence }: Input,
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
    await replaceSchedule(query, id, withAbsence(await readSchedule(query, id), absence))
    const { name } = changed
    const cause = { kind: 'absence' as const, name, doctorId: id, fromDay: from, untilDay: to }
    return { ok: true as const, cause }
  })
}

/** A schedule with an absence: what begins on the same day, or meets it, becomes one with it. */
export function withAbsence(
  schedule: DoctorSchedule,
  { from, to, time, reason }: Absence,
): DoctorSchedule {
  if (!time) {
    const same = schedule.timeOff.find((off) => off.from === from)
    const last = same && same.to > to ? same.to : to
    const others = schedule.timeOff.filter((off) => off !== same)
    return { ...schedule, timeOff: [...others, { from, to: last, reason }] }
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
