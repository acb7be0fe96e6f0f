import { type ExpressionBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { ReviewDraft, ReviewState } from '../../contract/reviews/review.ts'
import type { Owner } from '../appointments/appointment.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

type Now = Pick<ClinicTime, 'today' | 'firstMinute'>
type OfAppointment = ExpressionBuilder<{ a: Tables['appointments'] }, 'a'>

/** The end of the appointment lies in the past, by the clinic's clock. */
function isOver(eb: OfAppointment, { today, firstMinute }: Now) {
  const isOverToday = eb.and([eb('a.day', '=', today), eb('a.endMinute', '<', firstMinute)])
  return eb.or([eb('a.day', '<', today), isOverToday])
}

/** The appointment is over, was not cancelled, and was not marked as a no-show. */
function tookPlace(eb: OfAppointment, now: Now) {
  const cameOrNotSaid = eb('a.status', '<>', 'no_show')
  return eb.and([isOver(eb, now), eb('a.cancelledAt', 'is', null), cameOrNotSaid])
}

/** The rule of `isOwn` for a row that is not read yet. */
function isOwnRow({ email, userId, verified }: Owner) {
  return (eb: OfAppointment) =>
    eb.and([
      eb('a.patient', '=', email),
      eb('a.unproved', 'in', verified ? ['', userId] : [userId]),
    ])
}

/** A place in a patient's past. */
export type PastPlace = { day: Day; startMinute: number; id: string }

export type AskedPast = {
  owner: Owner
  now: Now
  only?: 'unreviewed' | 'reviewed' | undefined
  before: PastPlace | null
  limit: number
}

/** A patient's appointments that are over or were cancelled, newest first, with their reviews. */
export function selectPast(query: Queries, { owner, now, only, before, limit }: AskedPast) {
  return query
    .selectFrom('appointments as a')
    .leftJoin('reviews as r', 'r.appointmentId', 'a.id')
    .where(isOwnRow(owner))
    .where((eb) =>
      only === 'unreviewed'
        ? tookPlace(eb, now)
        : eb.or([eb('a.cancelledAt', 'is not', null), isOver(eb, now)]),
    )
    .$if(only === 'unreviewed', (select) => select.where('r.id', 'is', null))
    .$if(only === 'reviewed', (select) => select.where('r.id', 'is not', null))
    .$if(before !== null, (select) =>
      select.where(sql<boolean>`("a"."day", "a"."startMinute", "a"."id")
        < (${before?.day}, ${before?.startMinute}, ${before?.id})`),
    )
    .select(['a.id', 'a.treatment', 'a.day', 'a.slot', 'a.startMinute', 'a.priceCents'])
    .select(['a.patientName', 'a.relation', 'a.bookerName'])
    .select(['a.cancelledAt', 'a.status', 'a.paidAt', 'a.paidCents', 'a.paidBy'])
    .select(['r.stars', 'r.text', 'r.state', 'r.writtenAt'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments as p')
          .select('p.id')
          .whereRef('p.appointmentId', '=', 'a.id')
          .where('p.chargedAt', 'is not', null),
      ).as('wasCharged'),
    )
    .orderBy('a.day', 'desc')
    .orderBy('a.startMinute', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
}

type Writing = {
  appointmentId: string
  owner: Owner
  now: Now
  draft: ReviewDraft
  writtenAt: Instant
}

/**
 * The one statement that reviews: it inserts what it reads, so that the appointment is the patient's
 * own and took place at the instant of the insert. No row: it is not or did not. It waits for whoever removes the
 * patient, who deletes their reviews, too.
 */
export async function insertReview({ engine, query }: Database, id: string, input: Writing) {
  const { appointmentId, owner, now, draft, writtenAt } = input
  return query
    .insertInto('reviews')
    .columns(['id', 'appointmentId', 'stars', 'text', 'createdAt', 'writtenAt'])
    .expression(
      query
        .selectFrom('appointments as a')
        .where('a.id', '=', appointmentId)
        .where(isOwnRow(owner))
        .where((eb) => tookPlace(eb, now))
        .$if(engine === 'postgres', (select) => select.forShare())
        .select([
          sql<string>`${id}`.as('id'),
          'a.id as appointmentId',
          // PostgreSQL would take it for a text.
          sql<number>`cast(${draft.stars} as integer)`.as('stars'),
          sql<string>`${draft.text}`.as('text'),
          sql<string>`${writtenAt}`.as('createdAt'),
          sql<string>`${writtenAt}`.as('writtenAt'),
        ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Writes a review again, under the same rule as the first time; it waits for approval again. */
export async function updateReview(query: Queries, input: Writing) {
  const { appointmentId, owner, now, draft, writtenAt } = input
  return query
    .updateTable('reviews')
    .set(({ eb }) => ({
      ...draft,
      writtenAt,
      state: 'waiting' as const,
      revision: eb('revision', '+', 1),
    }))
    .where('appointmentId', '=', appointmentId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('appointments as a')
          .select('a.id')
          .where('a.id', '=', appointmentId)
          .where(isOwnRow(owner))
          .where((eb) => tookPlace(eb, now)),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** A place among the reviews of one state. */
export type ReviewPlace = { writtenAt: Instant; id: string }

/** Reviews of one state with their appointments, the newest first. */
export function selectReviews(
  query: Queries,
  { state, before, limit }: { state: ReviewState; before: ReviewPlace | null; limit: number },
) {
  return withAppointment(query)
    .where('r.state', '=', state)
    .$if(before !== null, (select) =>
      select.where(
        sql<boolean>`("r"."writtenAt", "r"."id") < (${before?.writtenAt}, ${before?.id})`,
      ),
    )
    .orderBy('r.writtenAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
}

/**
 * The first reviews of each of some states, in one statement, so that a review decided concurrently is in
 * exactly one of the states.
 */
export async function listFirst(
  query: Queries,
  pages: { state: ReviewState; before: ReviewPlace | null; limit: number }[],
): Promise<ReviewRow[]> {
  const [first, ...others] = pages.map((page) =>
    query.selectFrom(selectReviews(query, page).as('one')).selectAll(),
  )
  return first ? others.reduce((all, other) => all.unionAll(other), first).execute() : []
}

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

export async function findReview(query: Queries, id: string) {
  return withAppointment(query).where('r.id', '=', id).executeTakeFirst()
}

function withAppointment(query: Queries) {
  return (
    query
      .selectFrom('reviews as r')
      .innerJoin('appointments as a', 'a.id', 'r.appointmentId')
      .select([
        'r.id',
        'r.appointmentId',
        'r.stars',
        'r.text',
        'r.state',
        'r.revision',
        'r.writtenAt',
      ])
      .select(['a.patient', 'a.treatment', 'a.day', 'a.slot'])
      // A review of a dependent's appointment is by the person who booked it.
      .select(({ fn }) => fn.coalesce('a.bookerName', 'a.patientName').as('patientName'))
  )
}

/** Sets a review's state where it is still as it was read; `false` where it is not. */
export async function setState(
  query: Queries,
  id: string,
  { state, revision }: { state: ReviewState; revision: number },
): Promise<boolean> {
  const row = await query
    .updateTable('reviews')
    .set({ state, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countWaiting(query: Queries): Promise<number> {
  const { waiting } = await query
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return waiting
}
