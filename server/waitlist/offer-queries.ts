import { type Insertable, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import { type DayParams, dayIsOpen, isAhead } from '../appointments/slot-rules.ts'
import type { Instant } from '../clock.ts'
import type { Param, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { byDoctors, works } from '../doctors/free-pairs.ts'
import type { DaySlot, OfferRow } from './offer.ts'

/** Stores an offer; `false` when the slot or the request has one already. */
export async function insertOffer(
  query: Queries,
  offer: Insertable<Tables['offers']>,
): Promise<boolean> {
  const kept = await query
    .insertInto('offers')
    .values(offer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

export async function findOffer(query: Queries, id: string): Promise<OfferRow | undefined> {
  return selectOffers(query).where('o.id', '=', id).executeTakeFirst()
}

/** The open offers of an account's requests, expired or not. */
export async function listOpenOf(query: Queries, userId: string): Promise<OfferRow[]> {
  return selectOffers(query)
    .where('w.userId', '=', userId)
    .where('o.state', '=', sql.lit('open'))
    .execute()
}

/** The ids of all open offers, by the account that has them. */
export async function listOpenByAccount(query: Queries): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('offers as o')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .select(['o.id', 'w.userId'])
    .where('o.state', '=', sql.lit('open'))
    .orderBy('o.id')
    .execute()
  const byAccount = new Map<string, string>()
  for (const { id, userId } of rows) byAccount.set(userId, `${byAccount.get(userId) ?? ''} ${id}`)
  return byAccount
}

/** The offers, not expired, that hold any of these minutes of a treatment. */
export async function listHolding(
  query: Queries,
  time: { day: Day; treatmentId: string; startMinute: number; endMinute: number },
  now: Instant,
): Promise<OfferRow[]> {
  return selectOffers(query)
    .where('o.day', '=', time.day)
    .where('o.treatmentId', '=', time.treatmentId)
    .where('o.state', '=', sql.lit('open'))
    .where('o.expiresAt', '>', now)
    .where('o.startMinute', '<', time.endMinute)
    .where('o.endMinute', '>', time.startMinute)
    .orderBy('o.id')
    .execute()
}

/** The offers, not expired, that hold a doctor or a chair at any of these minutes. */
export async function listHoldingPair(
  query: Queries,
  pair: {
    day: Day
    startMinute: number
    busyUntilMinute: number
    doctorId: string
    chairId: string | null
  },
  now: Instant,
): Promise<OfferRow[]> {
  const { doctorId, chairId } = pair
  return selectOffers(query)
    .where('o.day', '=', pair.day)
    .where((row) => row.or([row('o.doctorId', '=', doctorId), row('o.chairId', '=', chairId)]))
    .where('o.state', '=', sql.lit('open'))
    .where('o.expiresAt', '>', now)
    .where('o.startMinute', '<', pair.busyUntilMinute)
    .where('o.busyUntilMinute', '>', pair.startMinute)
    .orderBy('o.id')
    .execute()
}

/** Ends an open offer because the clinic needs its slot; `false` when it has already ended. */
export async function withdrawOffer(query: Queries, id: string, now: Instant): Promise<boolean> {
  const withdrawn = await query
    .updateTable('offers')
    .set({ state: 'lapsed', settledAt: now, withdrawnAt: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('open'))
    .returning('id')
    .executeTakeFirst()
  return withdrawn !== undefined
}

function selectOffers(query: Queries) {
  return query
    .selectFrom('offers as o')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .innerJoin('treatments as t', 't.id', 'o.treatmentId')
    .leftJoin('appointments as own', 'own.id', 'w.appointmentId')
    .innerJoin('patients as p', 'p.id', 'w.patientId')
    .leftJoin('doctors as d', 'd.id', 'o.doctorId')
    .select('d.name as doctorName')
    .select(['o.id', 'o.waitId', 'o.treatmentId', 'o.day', 'o.slot', 'o.startMinute', 'o.state'])
    .select(['o.doctorId', 'o.expiresAt', 'o.withdrawnAt', 't.name as treatment', 't.priceCents'])
    .select(['w.userId', 'w.patient', 'w.patientId', 'w.phone', 'w.appointmentId', 'u.name'])
    .select(['own.day as ownDay', 'own.slot as ownSlot', 'own.patientName as ownName'])
    .select(['p.name as treatedName', 'p.relation'])
}

type Settlement = { state: 'accepted' | 'declined' | 'lapsed'; now: Instant }

/** Ends an offer that is open and not expired; `false` otherwise. */
export async function settleOffer(
  query: Queries,
  id: string,
  { state, now }: Settlement,
): Promise<boolean> {
  const settled = await query
    .updateTable('offers')
    .set({ state, settledAt: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('open'))
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Ends the open offer of a request, if it has not expired; returns the slot that becomes free. */
export async function lapseOfRequest(
  query: Queries,
  waitId: string,
  now: Instant,
): Promise<DaySlot | undefined> {
  return query
    .updateTable('offers')
    .set({ state: 'lapsed', settledAt: now })
    .where('waitId', '=', waitId)
    .where('state', '=', sql.lit('open'))
    .where('expiresAt', '>', now)
    .returning(['day', 'treatmentId', 'slot'])
    .executeTakeFirst()
}

/** The open offer of a request, expired or not. */
export async function findOpenOf(query: Queries, waitId: string) {
  return query
    .selectFrom('offers')
    .selectAll()
    .where('waitId', '=', waitId)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst()
}

/** The treatments of expired offers that are still open. */
export async function listExpired(query: Queries, now: Instant): Promise<string[]> {
  const rows = await query
    .selectFrom('offers')
    .select('treatmentId')
    .distinct()
    .where('state', '=', sql.lit('open'))
    .where('expiresAt', '<=', now)
    .execute()
  return rows.map(({ treatmentId }) => treatmentId)
}

/**
 * Ends the expired offers of these treatments; returns the slots that become free, in the order in which they
 * expired.
 */
export async function lapseExpired(query: Queries, treatmentIds: readonly string[], now: Instant) {
  if (treatmentIds.length === 0) return []
  const lapsed = await query
    .updateTable('offers')
    .set({ state: 'lapsed', settledAt: now })
    .where('state', '=', sql.lit('open'))
    .where('expiresAt', '<=', now)
    .where('treatmentId', 'in', treatmentIds)
    .returning(['waitId', 'day', 'treatmentId', 'slot', 'expiresAt'])
    .execute()
  return lapsed.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))
}

/** The days on which a slot is held, each with its treatment. */
export async function listHeld(query: Queries): Promise<{ day: Day; treatmentId: string }[]> {
  return query
    .selectFrom('offers')
    .select(['day', 'treatmentId'])
    .distinct()
    .where('state', '=', sql.lit('open'))
    .execute()
}

/**
 * Ends the offers of a day and treatment that can no longer be booked: the day, its weekday, the slot or the
 * treatment is closed, its doctor is not there, or changed rules make it too far ahead or too soon. Their
 * requests are searched for again. Returns the ids of the offers.
 */
export async function lapseClosed(
  query: Queries,
  { treatmentId, ...time }: DayParams & { treatmentId: string },
  now: Instant,
): Promise<string[]> {
  const param: Param<DayParams> = (name) => sql`${time[name]}`
  const lapsed = await query
    .updateTable('offers')
    .set({ state: 'lapsed', settledAt: now })
    .where('day', '=', time.day)
    .where('treatmentId', '=', treatmentId)
    .where('state', '=', sql.lit('open'))
    .where('expiresAt', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('treatmentSlots as s')
            .innerJoin('treatments as t', 't.id', 's.treatmentId')
            .select('s.slot')
            .whereRef('s.treatmentId', '=', 'offers.treatmentId')
            .whereRef('s.slot', '=', 'offers.slot')
            .where('t.archivedAt', 'is', null)
            .where(isAhead(param))
            .where(dayIsOpen(param))
            .where(stillWorks(time)),
        ),
      ),
    )
    .returning(['id', 'waitId'])
    .execute()
  if (lapsed.length === 0) return []
  const waitIds = lapsed.map(({ waitId }) => waitId)
  await query.updateTable('waits').set({ checkAt: now }).where('id', 'in', waitIds).execute()
  return lapsed.map(({ id }) => id)
}

/**
 * The offer's doctor does the treatment and works at that time; or the offer has no doctor and the treatment
 * needs none.
 */
function stillWorks({ day, weekday }: DayParams) {
  return sql<boolean>`(case when ${byDoctors(day)} then exists (
      select 1 from "doctorTreatments" as "dt"
      inner join "doctors" as "dr" on "dr"."id" = "dt"."doctorId" and "dr"."removedAt" is null
      where "dt"."treatmentId" = "t"."id" and "dr"."id" = "offers"."doctorId"
        and ${works(sql`"dr"."id"`, sql`"s"`, { day, weekday })})
    else "offers"."doctorId" is null end)`
}
