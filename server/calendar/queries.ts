import { type SelectQueryBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type FeedKind = Tables['calendarFeeds']['kind']

/** How many appointments are read at a time. */
const pageSize = 500

/** Keeps a feed; an earlier one of the same kind ends. */
export async function storeFeed(query: Queries, feed: Tables['calendarFeeds']): Promise<void> {
  const { hash, createdAt } = feed
  await query
    .insertInto('calendarFeeds')
    .values(feed)
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet({ hash, createdAt }))
    .execute()
}

export async function deleteFeed(query: Queries, userId: string, kind: FeedKind): Promise<void> {
  await query
    .deleteFrom('calendarFeeds')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

export async function findFeed(query: Queries, userId: string, kind: FeedKind) {
  return query
    .selectFrom('calendarFeeds')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Whose feed this is; `undefined` when there is none, or none any more. */
export async function findFeedOwner(query: Queries, hash: string) {
  return query
    .selectFrom('calendarFeeds as f')
    .innerJoin('users as u', 'u.id', 'f.userId')
    .where('f.hash', '=', hash)
    .select(['f.kind', 'u.id as userId', 'u.emailVerified', 'u.language'])
    .select(sql<string>`coalesce("u"."claims", "u"."email")`.as('email'))
    .executeTakeFirst()
}

/** A patient's live appointments by time. */
export async function listLive(query: Queries, patient: string) {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('patient', '=', patient)
    .where('cancelledAt', 'is', null)
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
    .execute()
}

/** All live appointments of the clinic from a day on, by time, a page at a time. */
export function listClinic(query: Queries, from: Day) {
  return inPages(query, from, (page) => page.selectAll())
}

/** The same with no more of each than tells whether it has changed. */
export function listRevisions(query: Queries, from: Day) {
  return inPages(query, from, (page) => page.select(['id', 'revision', 'day', 'startMinute']))
}

type Select<Row> = SelectQueryBuilder<Tables, 'appointments', Row>
type Place = { day: Day; startMinute: number; id: string }

async function* inPages<Row extends Place>(
  query: Queries,
  from: Day,
  select: (page: Select<object>) => Select<Row>,
): AsyncGenerator<Row[], void> {
  let after: Place = { day: from, startMinute: -1, id: '' }
  for (;;) {
    const page = await select(query.selectFrom('appointments'))
      .where('cancelledAt', 'is', null)
      // The index is entered at the day; without it the tuple below would be read row by row.
      .where('day', '>=', after.day)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('day', 'startMinute', 'id'),
          '>',
          tuple(after.day, after.startMinute, after.id),
        ),
      )
      .orderBy('day')
      .orderBy('startMinute')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last
  }
}

/**
 * Takes up to `most` bookings that are owed a confirmation, in the caller's transaction: how many, and
 * those of them to confirm. Not the cancelled ones, nor those with a line in their history that staff
 * booked them, who told the patient in that transaction, or imported them, nor those whose patient was told of the time
 * they have. What an unconfirmed account booked is owed again once the account is confirmed.
 */
export async function takeConfirmations(query: Queries, { engine }: Database, most: number) {
  const due = query
    .selectFrom('confirmationsDue')
    .select('appointmentId')
    .orderBy('appointmentId')
    .limit(most)
    // Processes pass by each other's rows; SQLite has one writer, which needs no lock.
    .$if(engine === 'postgres', (select) => select.forUpdate().skipLocked())
  const taken = await query
    .deleteFrom('confirmationsDue')
    .where('appointmentId', 'in', due)
    .returning('appointmentId')
    .execute()
  // Others were faster: PostgreSQL knows no empty list.
  if (taken.length === 0) return { count: 0, appointments: [] }
  const ids = taken.map(({ appointmentId }) => appointmentId)
  const appointments = await query
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', 'in', ids)
    .where('a.cancelledAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointmentEvents as e')
            .select('e.id')
            .whereRef('e.appointmentId', '=', 'a.id')
            .where('e.kind', 'in', ['booked', 'imported']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as o')
            .select('o.id')
            .whereRef('o.appointmentId', '=', 'a.id')
            .whereRef('o.timeRevision', '=', 'a.timeRevision')
            .where('o.calendarMethod', '=', 'REQUEST'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u')
            .select('u.id')
            .whereRef('u.id', '=', 'a.bookedBy')
            .where('u.emailVerified', '=', sql<boolean>`false`),
        ),
      ),
    )
    .orderBy('a.id')
    .execute()
  return { count: taken.length, appointments }
}

/** Whether a confirmation is owed to anybody. */
export async function owesConfirmation(query: Queries): Promise<boolean> {
  const due = await query
    .selectFrom('confirmationsDue')
    .select('appointmentId')
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}
