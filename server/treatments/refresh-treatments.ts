import { formatSlot } from '../../contract/appointments/slot.ts'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import { deleteSlots, insertSlots, listSlots } from './queries.ts'
import type { SlotTimes } from './treatment.ts'

/**
 * Updates the treatments from their doctors, in the transaction that changes either: the day from which
 * doctors decide what is free, and the slots of treatments that start at a fixed interval in minutes.
 */
export async function refreshTreatments(query: Queries, today: Day): Promise<void> {
  const doctors = await readDoctors(query, today)
  const treatments = await query
    .selectFrom('treatments')
    .select(['id', 'lengthMinutes', 'startEvery', 'doctorsFrom'])
    .execute()
  for (const { id, lengthMinutes: length, startEvery: every, doctorsFrom } of treatments) {
    const own = doctors.filter(({ treatments }) => treatments.has(id))
    const first = own.flatMap(({ worksFrom }) => worksFrom ?? []).toSorted()[0] ?? null
    const from = every === null ? first : ''
    if (from !== doctorsFrom) {
      await query
        .updateTable('treatments')
        .set({ doctorsFrom: from })
        .where('id', '=', id)
        .execute()
    }
    if (length === null || every === null) continue
    const hours = own.flatMap((doctor) => doctor.hours)
    await replaceSlots(query, id, startsWithin(hours, { length, every }))
  }
}

type Hours = { startMinute: number; endMinute: number }

/** Each doctor's treatments, first day with hours, and the hours of today and later. */
async function readDoctors(query: Queries, today: Day) {
  const treatments = await query
    .selectFrom('doctorTreatments as dt')
    .innerJoin('doctors as d', 'd.id', 'dt.doctorId')
    .where('d.removedAt', 'is', null)
    .select(['dt.doctorId', 'dt.treatmentId'])
    .execute()
  const weeks = await query
    .selectFrom('doctorWeeks')
    .select(['doctorId', 'fromDay'])
    .where('fromDay', '<=', today)
    .execute()
  const hours = await query
    .selectFrom('doctorHours')
    .select(['doctorId', 'fromDay as day', 'startMinute', 'endMinute'])
    .execute()
  const dayHours = await query
    .selectFrom('doctorDayHours')
    .select(['doctorId', 'day', 'startMinute', 'endMinute'])
    .execute()
  return [...Map.groupBy(treatments, ({ doctorId }) => doctorId)].map(([id, done]) => {
    const isOwn = ({ doctorId }: { doctorId: string }) => doctorId === id
    const [own, ownDays] = [hours.filter(isOwn), dayHours.filter(isOwn)]
    const since =
      weeks
        .filter(isOwn)
        .map(({ fromDay }) => fromDay)
        .toSorted()
        .at(-1) ?? ''
    const days = [...own, ...ownDays].map(({ day }) => day)
    return {
      treatments: new Set(done.map(({ treatmentId }) => treatmentId)),
      worksFrom: days.toSorted()[0] ?? null,
      hours: [
        ...own.filter(({ day }) => day >= since),
        ...ownDays.filter(({ day }) => day >= today),
      ],
    }
  })
}

/** Slots of `length` minutes at every multiple of `every` that lies within some hours, by start. */
function startsWithin(
  hours: readonly Hours[],
  { length, every }: { length: number; every: number },
): SlotTimes[] {
  const starts = new Set<number>()
  for (const { startMinute, endMinute } of hours) {
    const first = Math.ceil(startMinute / every) * every
    for (let start = first; start + length <= endMinute; start += every) starts.add(start)
  }
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({
      slot: formatSlot({ start, end: start + length }),
      startMinute: start,
      endMinute: start + length,
    }))
}

async function replaceSlots(query: Queries, id: string, slots: readonly SlotTimes[]) {
  const before = new Set(await listSlots(query, id))
  const after = new Set(slots.map(({ slot }) => slot))
  await deleteSlots(
    query,
    id,
    [...before].filter((slot) => !after.has(slot)),
  )
  await insertSlots(
    query,
    id,
    slots.filter(({ slot }) => !before.has(slot)),
  )
}
