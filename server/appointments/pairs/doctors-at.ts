import { sql } from 'kysely'
import { parseSlot, type SlotTime } from '../../../contract/appointments/slot.ts'
import type { DoctorsAt, WhyNotFree } from '../../../contract/doctors/schedule.ts'
import type { Queries } from '../../db/database.ts'
import { isByDoctors, listPairs, works } from '../../doctors/free-pairs.ts'
import { hoursOf, type WantedTime } from './wanted-pair.ts'

type DoctorAt = DoctorsAt['doctors'][number]

/**
 * Who does a treatment, and whether they are free at a time: those who are first, by who would take
 * it, then the others by name. A time that is none of the treatment's slots is not bound to hours.
 */
export async function listDoctorsAt(
  query: Queries,
  wanted: WantedTime,
  now: Date,
): Promise<DoctorsAt> {
  const { treatmentId, day, weekday, slot, except } = wanted
  const time = parseSlot(slot)
  if (!time || !(await isByDoctors(query, treatmentId, day))) return { doctors: [], chairs: [] }
  const { anyHours } = await hoursOf(query, { ...wanted, despite: ['slots'] })
  const pairs = await listPairs(
    query,
    { treatmentId, startMinute: time.start, endMinute: time.end },
    { day, weekday, anyHours, now: now.toISOString(), ...(except !== undefined && { except }) },
  )
  const chairsOf = Map.groupBy(pairs, ({ doctorId }) => doctorId)
  const free = [...chairsOf].map(
    ([_id, own]): DoctorAt => ({
      _id,
      name: own[0]?.doctorName ?? '',
      why: null,
      chairs: own.flatMap(({ chairId }) => chairId ?? []),
    }),
  )
  const others = (await listTreating(query, treatmentId)).filter(({ id }) => !chairsOf.has(id))
  const busy: DoctorAt[] = []
  for (const { id, name } of others) {
    const why = await explainBusy(query, { ...wanted, doctor: id, anyHours }, { time, now })
    busy.push({ _id: id, name, why, chairs: [] })
  }
  return { doctors: [...free, ...busy], chairs: await listChairNames(query) }
}

function listTreating(query: Queries, treatmentId: string) {
  return query
    .selectFrom('doctors as d')
    .innerJoin('doctorTreatments as dt', 'dt.doctorId', 'd.id')
    .select(['d.id', 'd.name'])
    .where('dt.treatmentId', '=', treatmentId)
    .where('d.removedAt', 'is', null)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
}

async function listChairNames(query: Queries): Promise<DoctorsAt['chairs']> {
  const chairs = await query
    .selectFrom('chairs')
    .select(['id as _id', 'name'])
    .where('archivedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return chairs
}

type Busy = WantedTime & { doctor: string; anyHours: boolean }
type At = { time: SlotTime; now: Date }

/** Of several reasons the one that passing over rules cannot change. */
async function explainBusy(query: Queries, busy: Busy, at: At): Promise<WhyNotFree> {
  const { treatmentId } = busy
  const { bufferMinutes } = await query
    .selectFrom('treatments')
    .select('bufferMinutes')
    .where('id', '=', treatmentId)
    .executeTakeFirstOrThrow()
  const until = at.time.end + bufferMinutes
  return (
    (await explainBooked(query, busy, { ...at, until })) ??
    (busy.anyHours ? undefined : await explainAway(query, busy, at)) ??
    (await explainHeld(query, busy, { ...at, until })) ?? { code: 'no_chair' }
  )
}

async function explainBooked(
  query: Queries,
  { doctor, day, except = '' }: Busy,
  { time, until }: At & { until: number },
): Promise<WhyNotFree | undefined> {
  const booked = await query
    .selectFrom('appointments')
    .select(['slot', 'patientName'])
    .where('doctorId', '=', doctor)
    .where('day', '=', day)
    .where('cancelledAt', 'is', null)
    .where('id', '<>', except)
    .where('startMinute', '<', until)
    .where('busyUntilMinute', '>', time.start)
    .orderBy('startMinute')
    .executeTakeFirst()
  return booked && { code: 'booked', ...booked }
}

async function explainHeld(
  query: Queries,
  { doctor, day }: Busy,
  { time, until, now }: At & { until: number },
): Promise<WhyNotFree | undefined> {
  const held = await query
    .selectFrom('offers as o')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .innerJoin('patients as p', 'p.id', 'w.patientId')
    .select('p.name as patientName')
    .where('o.doctorId', '=', doctor)
    .where('o.day', '=', day)
    .where('o.state', '=', sql.lit('open'))
    .where('o.expiresAt', '>', now.toISOString())
    .where('o.startMinute', '<', until)
    .where('o.busyUntilMinute', '>', time.start)
    .executeTakeFirst()
  return held && { code: 'held', ...held }
}

/** Off, blocked, or outside the hours; nothing where the doctor works then. */
async function explainAway(
  query: Queries,
  { doctor, day, weekday }: Busy,
  { time }: At,
): Promise<WhyNotFree | undefined> {
  const off = await query
    .selectFrom('doctorTimeOff')
    .select('reason')
    .where('doctorId', '=', doctor)
    .where('fromDay', '<=', day)
    .where('untilDay', '>=', day)
    .executeTakeFirst()
  if (off) return { code: 'off', ...off }
  const blocked = await query
    .selectFrom('doctorBlocks')
    .select('reason')
    .where('doctorId', '=', doctor)
    .where('day', '=', day)
    .where('startMinute', '<', time.end)
    .where('endMinute', '>', time.start)
    .executeTakeFirst()
  if (blocked) return { code: 'blocked', ...blocked }
  const { rows } = await sql`select 1 as "one" from (select
      cast(${time.start} as integer) as "startMinute",
      cast(${time.end} as integer) as "endMinute") as "s"
    where ${works(sql`${doctor}`, sql`"s"`, { day, weekday })}`.execute(query)
  return rows.length > 0 ? undefined : { code: 'no_hours' }
}
