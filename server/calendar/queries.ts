import { type SelectQueryBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type FeedKind = Tables['calendarFeeds']['kind']

/** Appointments read per page. */
const pageSize = 500

/** Stores a feed; replaces an earlier one of the same kind. */
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

/** The owner of a feed; `undefined` when there is no such feed, or it has ended. */
export async function findFeedOwner(query: Queries, hash: string) {
  return query
    .selectFrom('calendarFeeds as f')
    .innerJoin('users as u', 'u.id', 'f.userId')
    .where('f.hash', '=', hash)
    .select(['f.kind', 'u.id as userId', 'u.emailVerified', 'u.role', 'u.language'])
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

/** All live appointments of the clinic from a day on, by time, page by page. */
export function listClinic(query: Queries, from: Day) {
  return inPages(query, from, (page) => page.selectAll())
}

/** The same with only the fields that show whether an entry has changed: names change without a revision. */
export function listRevisions(query: Queries, from: Day) {
  return inPages(query, from, (page) =>
    page
      .select(['id', 'revision', 'day', 'startMinute'])
      .select(['patientName', 'bookerName', 'doctorName']),
  )
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
