import { sql } from 'kysely'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/queries.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type Place, type WaitRow, weekdayBit } from './queries.ts'

/** As many as are looked at in one go. */
const most = 100

/**
 * The places that suit a wish and are free now, earliest first. What is offered and to whom is decided
 * again, with the bookings held; this only says where to look.
 */
export async function listPlaces(
  query: Queries,
  wait: WaitRow,
  { today }: ClinicTime,
): Promise<Place[]> {
  const { treatmentId } = wait
  const days = await listDays(query, wait, today)
  const from = days[0]
  const to = days.at(-1)
  if (from === undefined || to === undefined) return []
  const slots = await listSuitable(query, wait)
  const taken = await listTaken(query, { treatmentId, from, to })
  const places: Place[] = []
  for (const day of days) {
    for (const { slot } of slots) {
      if (!taken.has(`${day} ${slot}`)) places.push({ day, treatmentId, slot })
      if (places.length === most) return places
    }
  }
  return places
}

/** The open days of the wish that can be booked. */
async function listDays(query: Queries, wait: WaitRow, today: Day): Promise<Day[]> {
  const from = wait.fromDay < today ? today : wait.fromDay
  const last = addDays(today, (await readClinic(query)).horizonDays)
  const to = wait.untilDay < last ? wait.untilDay : last
  const closedWeekdays = new Set(await listClosedWeekdays(query))
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    const suits = (wait.weekdays & weekdayBit(weekday)) !== 0
    if (suits && !closedWeekdays.has(weekday) && !closures.has(day)) days.push(day)
  }
  return days
}

async function listSuitable(query: Queries, wait: WaitRow) {
  return query
    .selectFrom('treatmentSlots')
    .select('slot')
    .where('treatmentId', '=', wait.treatmentId)
    .where('startMinute', '>=', wait.fromMinute)
    .where('endMinute', '<=', wait.untilMinute)
    .orderBy('startMinute')
    .execute()
}

/** `day slot` of what somebody has, or is offered. */
async function listTaken(
  query: Queries,
  { treatmentId, from, to }: { treatmentId: string; from: Day; to: Day },
): Promise<Set<string>> {
  const appointments = query
    .selectFrom('appointments')
    .select(['day', 'slot'])
    .where('treatmentId', '=', treatmentId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('cancelledAt', 'is', null)
  const offers = query
    .selectFrom('offers')
    .select(['day', 'slot'])
    .where('treatmentId', '=', treatmentId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('state', '=', sql.lit('open'))
  const rows = await appointments.unionAll(offers).execute()
  return new Set(rows.map(({ day, slot }) => `${day} ${slot}`))
}
