import type { BookingRefusal } from '../../contract/errors.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { type DayParams, minutesTo } from './slot-rules.ts'

/** The time that was asked for. */
type WantedTime = DayParams & { treatmentId: string; slot: string }

/**
 * Why the insert found nothing to insert. It has decided already; this only finds the words, and
 * when everything has changed back meanwhile it falls on the price, which the patient sees anew.
 */
export async function explainRefusal(query: Queries, wish: WantedTime): Promise<BookingRefusal> {
  return (await explainTreatment(query, wish)) ?? (await explainDay(query, wish)) ?? 'price_changed'
}

async function explainTreatment(
  query: Queries,
  { treatmentId, slot }: WantedTime,
): Promise<BookingRefusal | null> {
  const treatment = await query
    .selectFrom('treatments as t')
    .leftJoin('treatmentSlots as s', (join) =>
      join.onRef('s.treatmentId', '=', 't.id').on('s.slot', '=', slot),
    )
    .where('t.id', '=', treatmentId)
    .where('t.archivedAt', 'is', null)
    .select('s.slot')
    .executeTakeFirst()
  if (!treatment) return 'unknown_treatment'
  return treatment.slot === null ? 'unknown_slot' : null
}

async function explainDay(query: Queries, wish: WantedTime): Promise<BookingRefusal | null> {
  if (wish.daysAhead < 0) return 'day_past'
  const { horizonDays, leadMinutes } = await readClinic(query)
  if (wish.daysAhead > horizonDays) return 'day_too_far'
  if ((await listClosedWeekdays(query)).includes(wish.weekday)) return 'day_closed'
  if ((await listClosures(query, wish.day, wish.day)).length > 0) return 'day_closed'
  const slot = await query
    .selectFrom('treatmentSlots')
    .select('startMinute')
    .where('treatmentId', '=', wish.treatmentId)
    .where('slot', '=', wish.slot)
    .executeTakeFirst()
  if (!slot) return null
  if (slot.startMinute < wish.firstMinute) return 'slot_begun'
  const isTooSoon = wish.heedsLead === 1 && minutesTo(slot.startMinute, wish) < leadMinutes
  return isTooSoon ? 'too_soon' : null
}
