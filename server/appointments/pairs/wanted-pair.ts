import { parseSlot, type SlotTime } from '../../../contract/appointments/slot.ts'
import type { BookingRefusal } from '../../../contract/errors.ts'
import type { PassableRule } from '../../../contract/schedule/staff-appointment.ts'
import type { Queries } from '../../db/database.ts'
import { findPair, isStaffed, type Pair } from '../../doctors/free-pairs.ts'
import type { DayParams } from '../slot-rules.ts'

/** What staff pass over; `outside` is a time that is none of the treatment's slots. */
export type Passed = { closed: boolean; window: boolean; outside: SlotTime | null }

export const nothingPassed: Passed = { closed: false, window: false, outside: null }

type TimeOfTreatment = { treatmentId: string; slot: string }

/** A time of a treatment, with the doctor and the chair. */
export type WantedTime = Pick<DayParams, 'day' | 'weekday'> &
  TimeOfTreatment & {
    /** The id of a doctor; '' or nothing for anyone who is free. */
    doctor?: string | undefined
    /** The id of a chair. */
    chair?: string | undefined
    /** An appointment that leaves its time for this one. Its doctor and chair come first. */
    except?: string | undefined
    despite?: readonly PassableRule[] | undefined
    /** Whether the doctors' hours do not count; if set, it takes precedence over `despite`. */
    anyHours?: boolean
  }

/** What staff pass over: a time counts as outside only where the treatment has no such slot. */
export async function passedBy(
  query: Queries,
  { treatmentId, slot, despite = [] }: Pick<WantedTime, 'treatmentId' | 'slot' | 'despite'>,
): Promise<Passed> {
  const isOutside = despite.includes('slots') && !(await hasSlot(query, { treatmentId, slot }))
  return {
    closed: despite.includes('closed'),
    window: despite.includes('window'),
    outside: isOutside ? parseSlot(slot) : null,
  }
}

async function hasSlot(query: Queries, { treatmentId, slot }: TimeOfTreatment): Promise<boolean> {
  const own = await query
    .selectFrom('treatmentSlots')
    .select('slot')
    .where('treatmentId', '=', treatmentId)
    .where('slot', '=', slot)
    .executeTakeFirst()
  return own !== undefined
}

/** Whether the doctors' hours do not count. */
export function isAnyHours({ closed, outside }: Passed): boolean {
  return closed || outside !== null
}

/** The same for a requested time, unless that sets `anyHours` itself. */
export async function hoursOf(query: Queries, wanted: WantedTime): Promise<{ anyHours: boolean }> {
  return { anyHours: wanted.anyHours ?? isAnyHours(await passedBy(query, wanted)) }
}

type How = { anyHours: boolean; despiteHolds?: boolean }

/**
 * The doctor and chair for a time: the requested ones; otherwise those of the appointment being rescheduled
 * (`except`), if free; otherwise any that are free. `null` if no pair is free, `undefined` if free times do
 * not depend on doctors.
 */
export async function findPairFor(
  query: Queries,
  { treatmentId, day, weekday, slot, doctor = '', chair, except }: WantedTime,
  how: How,
): Promise<Pair | null | undefined> {
  const time = parseSlot(slot)
  if (!time) return undefined
  const own =
    except === undefined
      ? undefined
      : await query
          .selectFrom('appointments')
          .select(['doctorId', 'chairId'])
          .where('id', '=', except)
          .executeTakeFirst()
  const pair = await findPair(
    query,
    { treatmentId, startMinute: time.start, endMinute: time.end },
    {
      ...{ day, weekday, doctor, chair, ...how },
      ...(except !== undefined && { except }),
      ...(own && { first: own }),
    },
  )
  const isNamed = doctor !== '' || chair !== undefined
  return pair === undefined && isNamed ? null : pair
}

/** Why no pair takes a time; `null` where one does, or no doctors decide. */
export async function explainPair(
  query: Queries,
  wanted: WantedTime,
): Promise<BookingRefusal | null> {
  const how = await hoursOf(query, wanted)
  if ((await findPairFor(query, wanted, how)) !== null) return null
  const { doctor = '', chair, treatmentId } = wanted
  if (doctor !== '' && !(await doesTreatment(query, doctor, treatmentId))) {
    return 'doctor_not_for_treatment'
  }
  const elsewhere = { ...wanted, chair: undefined }
  if (chair !== undefined && (await findPairFor(query, elsewhere, how))) return 'chair_unavailable'
  if (doctor !== '') return 'doctor_unavailable'
  if (chair !== undefined) return 'chair_unavailable'
  return how.anyHours || (await isWorked(query, wanted)) ? 'slot_taken' : 'nobody_works'
}

/** Whether a doctor works at a time, even if none is free. */
async function isWorked(query: Queries, { treatmentId, slot, ...onDay }: WantedTime) {
  const time = parseSlot(slot)
  if (!time) return true
  const { start: startMinute, end: endMinute } = time
  return isStaffed(query, { treatmentId, startMinute, endMinute }, onDay)
}

/** A doctor who is not there any more is just not free. */
async function doesTreatment(query: Queries, id: string, treatmentId: string): Promise<boolean> {
  const doctor = await query
    .selectFrom('doctors as d')
    .leftJoin('doctorTreatments as dt', (join) =>
      join.onRef('dt.doctorId', '=', 'd.id').on('dt.treatmentId', '=', treatmentId),
    )
    .select('dt.treatmentId')
    .where('d.id', '=', id)
    .where('d.removedAt', 'is', null)
    .executeTakeFirst()
  return doctor === undefined || doctor.treatmentId !== null
}

/** Refusals behind which there may be nothing but what the waitlist holds. */
const perhapsHeld: ReadonlySet<string> = new Set([
  'slot_taken',
  'doctor_unavailable',
  'chair_unavailable',
])

/** Whether a doctor and a chair would be free but for what the waitlist holds. */
export async function isHeldFromAll(
  query: Queries,
  wanted: WantedTime,
  reason: string,
): Promise<boolean> {
  if (!perhapsHeld.has(reason)) return false
  const how = await hoursOf(query, wanted)
  const pair = await findPairFor(query, wanted, { ...how, despiteHolds: true })
  return pair !== null && pair !== undefined
}
