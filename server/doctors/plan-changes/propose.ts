import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { formatSlot } from '../../../contract/appointments/slot.ts'
import { addDays, type Day, formatDay } from '../../../contract/date.ts'
import type { PlaceOfAppointment, Proposal } from '../../../contract/errors.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import { excludes, listPatientTimes } from '../../appointments/find-appointment.ts'
import {
  type DayParams,
  dayIsOpen,
  dayParams,
  isAhead,
  isNotClosed,
  minuteOf,
} from '../../appointments/slot-rules.ts'
import type { ClinicTime } from '../../clock.ts'
import type { Param, Queries } from '../../db/database.ts'
import {
  byDoctors,
  isFreePair,
  type Pair,
  pairColumns,
  pairOrder,
  pairTables,
} from '../free-pairs.ts'
import { hasMail } from './plan-change.ts'

type Displaced = Pick<
  Appointment,
  | 'id'
  | 'treatmentId'
  | 'day'
  | 'slot'
  | 'startMinute'
  | 'endMinute'
  | 'doctorId'
  | 'patientId'
  | 'patient'
  | 'unproved'
  | 'phone'
  | 'revision'
>

/** A pair at a time of a day. */
type Free = Pair & { day: Day; slot: string; startMinute: number; endMinute: number }

/** Days on which a new time is looked for, and as many as are named. */
const daysAhead = 21
const mostTimes = 3
/** Pairs of one slot that are looked at: some may be proposed to others. */
const mostPairsOfSlot = 12

/**
 * What could become of appointments without a place: another doctor or chair at the same time, or the next
 * free times, by the clinic's notice. The first proposal of each leaves the others' free; nothing is held. There may be
 * thousands: each has a turn of the event loop, and is compared with what its day and its patient have alone.
 */
export async function propose(
  query: Queries,
  displaced: readonly Displaced[],
  now: ClinicTime,
): Promise<Map<string, Proposal>> {
  const patients = [...new Set(displaced.map(({ patientId }) => patientId))]
  // Also what is displaced: it stays where it is until it is settled, perhaps after another.
  const ownTimes = Map.groupBy(
    await listPatientTimes(query, patients, now.today),
    (own) => own.patientId,
  )
  const given = new Map<Day, Free[]>()
  const known = new Map<string, Promise<Free[]>>()
  const listOnce = (treatmentId: string, day: Day) => {
    const key = `${day} ${treatmentId}`
    const free = known.get(key) ?? listFree(query, treatmentId, day, now)
    known.set(key, free)
    return free
  }
  const proposals = new Map<string, Proposal>()
  for (const one of displaced) {
    await nextTurn()
    const { patientId, treatmentId, unproved } = one
    const own = ownTimes.get(patientId) ?? []
    const isOpen = (free: Free) =>
      !given.get(free.day)?.some((other) => collide(free, other)) &&
      !own.some(
        (other) => other.id !== one.id && excludes(other, { treatmentId, unproved, ...free }),
      )
    const same = (await listSame(query, one, now)).find(isOpen)
    const times = await listTimes(one, now.today, async (day) =>
      (await listOnce(one.treatmentId, day)).filter(isOpen),
    )
    const taken = same ?? times[0]
    if (taken) {
      given.set(taken.day, [...(given.get(taken.day) ?? []), taken])
      ownTimes.set(patientId, [...own, { ...taken, id: '', patientId, treatmentId, unproved }])
    }
    const { revision, phone } = one
    proposals.set(one.id, {
      ...{ revision, phone, hasMail: hasMail(one) },
      same: same ? show(same) : null,
      times: times.map(show),
    })
  }
  return proposals
}

/** The next free times after its own. */
async function listTimes(
  { day: own, startMinute }: Displaced,
  today: Day,
  listOn: (day: Day) => Promise<Free[]>,
): Promise<Free[]> {
  const times = new Map<string, Free>()
  const first = own < today ? today : own
  for (let ahead = 0; ahead < daysAhead && times.size < mostTimes; ahead += 1) {
    for (const free of await listOn(addDays(first, ahead))) {
      const key = `${free.day} ${free.slot}`
      const isLater = free.day !== own || free.startMinute > startMinute
      if (isLater && !times.has(key)) times.set(key, free)
    }
  }
  return [...times.values()].slice(0, mostTimes)
}

function show({ day, slot, doctorId, doctorName }: Free): PlaceOfAppointment {
  return { date: formatDay(day), slot, doctor: doctorId, doctorName }
}

/** On one day. */
function collide(one: Free, other: Free): boolean {
  const isShared =
    one.doctorId === other.doctorId || (one.chairId !== null && one.chairId === other.chairId)
  return (
    isShared && one.startMinute < other.busyUntilMinute && other.startMinute < one.busyUntilMinute
  )
}

/** Who could take an appointment at its own time; where its treatment takes longer now, from its start. */
async function listSame(query: Queries, one: Displaced, now: ClinicTime): Promise<Free[]> {
  const { id: except, treatmentId, day, startMinute } = one
  const { lengthMinutes } = await query
    .selectFrom('treatments')
    .select('lengthMinutes')
    .where('id', '=', treatmentId)
    .executeTakeFirstOrThrow()
  const endMinute = Math.max(one.endMinute, startMinute + (lengthMinutes ?? 0))
  const isLonger = endMinute > one.endMinute
  const slot = isLonger ? formatSlot({ start: startMinute, end: endMinute }) : one.slot
  const isOffered = sql`exists (select 1 from "treatmentSlots" as "o"
    where "o"."treatmentId" = "t"."id" and "o"."slot" = ${slot})`
  const at = dayParams(day, now)
  const wanted = { day, weekday: at.weekday, now: minuteOf(now), except }
  const { rows } = await sql<Free>`select ${pairColumns}, cast(${day} as text) as "day",
      cast(${slot} as text) as "slot", "s"."startMinute", "s"."endMinute"
    from "treatments" as "t", (select cast(${startMinute} as integer) as "startMinute",
      cast(${endMinute} as integer) as "endMinute") as "s", ${pairTables}
    where "t"."id" = ${treatmentId} and ${byDoctors(day)} and ${isNotClosed(paramsOf(at))}
      and ${isLonger ? isOffered : sql`true`} and ${isFreePair(wanted)}
    order by ${pairOrder(wanted, { doctorId: one.doctorId })} limit ${sql.lit(mostPairsOfSlot * 4)}`.execute(
    query,
  )
  return rows
}

/** The free pairs of a treatment's slots on a day, by time. */
async function listFree(
  query: Queries,
  treatmentId: string,
  day: Day,
  now: ClinicTime,
): Promise<Free[]> {
  const at = dayParams(day, now)
  const params = paramsOf(at)
  const wanted = { day, weekday: at.weekday, now: minuteOf(now) }
  const { rows } = await sql<Free>`select * from (
      select ${pairColumns}, cast(${day} as text) as "day", "s"."slot", "s"."startMinute",
        "s"."endMinute",
        row_number() over (partition by "s"."slot" order by ${pairOrder(wanted)}) as "nth"
      from "treatments" as "t" inner join "treatmentSlots" as "s" on "s"."treatmentId" = "t"."id",
        ${pairTables}
      where "t"."id" = ${treatmentId} and "t"."archivedAt" is null and ${byDoctors(day)}
        and ${dayIsOpen(params)} and ${isAhead(params)} and ${isFreePair(wanted)}) as "f"
    where "nth" <= ${sql.lit(mostPairsOfSlot)} order by "startMinute", "nth"`.execute(query)
  return rows
}

function paramsOf(at: DayParams): Param<DayParams> {
  return (name) => sql`${at[name]}`
}
