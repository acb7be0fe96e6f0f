import { type SelectQueryBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

/** Everything on a day by start, cancelled appointments too. */
export function dayQuery(query: Queries, day: Day) {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('day', '=', day)
    .orderBy('startMinute')
    .orderBy('id')
}

/** How many live appointments each day of a range has; days without any are left out. */
export function bookedQuery(query: Queries, { from, to }: { from: Day; to: Day }) {
  return query
    .selectFrom('appointments')
    .select(({ fn }) => ['day', fn.countAll<number>().as('booked')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('cancelledAt', 'is', null)
    .groupBy('day')
}

/**
 * Treatments on offer, and of the others those named in `also`, in the clinic's order, each with its
 * slots by time and until when each is held on that day: one row a slot, one without for a treatment
 * that has none.
 */
export async function listColumnSlots(
  query: Queries,
  also: readonly string[],
  { day, now }: { day: Day; now: Instant },
) {
  return query
    .selectFrom('treatments as t')
    .leftJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .leftJoin('offers as o', (join) =>
      join
        .onRef('o.treatmentId', '=', 's.treatmentId')
        .onRef('o.slot', '=', 's.slot')
        .on('o.day', '=', day)
        .on('o.state', '=', sql.lit('open'))
        .on('o.expiresAt', '>', now),
    )
    .where((row) =>
      row.or([row('t.archivedAt', 'is', null), ...also.map((id) => row('t.id', '=', id))]),
    )
    .select(['t.id', 't.name', 't.priceCents', 't.archivedAt'])
    .select(['s.slot', 's.startMinute', 's.endMinute', 'o.expiresAt as heldUntil'])
    .orderBy('t.position')
    .orderBy('t.id')
    .orderBy('s.startMinute')
    .execute()
}

/** How many slots a day on which the clinic is open has on offer. */
export async function countOffered(query: Queries): Promise<number> {
  const { slots } = await query
    .selectFrom('treatmentSlots as s')
    .innerJoin('treatments as t', 't.id', 's.treatmentId')
    .where('t.archivedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .executeTakeFirstOrThrow()
  return slots
}

/** A place between two appointments of a list, the newest day first. */
export type Place = { day: Day; id: string }

const keys = ['nameKey', 'familyKey', 'phoneKey', 'patient'] as const

/** What is searched for: the beginnings of keys, empty where that key cannot match. */
export type Beginnings = Record<(typeof keys)[number], string>

/** Past every text that begins as the one before it; the last character that there is. */
const end = '\u{10FFFF}'

type Search = { beginnings: Beginnings; after: Place | null; limit: number }

/** How many of the newest appointments are looked at for a beginning that many patients share. */
const looked = 2_000

/**
 * Those of the newest appointments of which a key begins as asked, the newest day first, after a
 * place. As many as asked for are the first that there are: what is common is found without putting
 * all of it in order.
 */
export function newestQuery(query: Queries, { beginnings, after, limit }: Search) {
  const newest = fromPlace(query.selectFrom('appointments').selectAll(), after).limit(looked)
  return query
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where((row) =>
      row.or(
        keysOf(beginnings).map((key) =>
          row.and([
            row(key, '>=', beginnings[key]),
            row(key, '<', `${beginnings[key]}${end}`),
            ...(key === 'patient' ? [isEmail] : []),
          ]),
        ),
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/**
 * Appointments of which a key begins as asked, the newest day first, after a place. Each key has an
 * index, whose range is read, put in order and cut by itself.
 */
export function searchQuery(query: Queries, { beginnings, after, limit }: Search) {
  const inRange = (key: (typeof keys)[number]) => {
    const range = query
      .selectFrom('appointments')
      .select(['day', 'id'])
      // The words of the index's own condition, so that the engine sees that it may be used.
      .where(sql<boolean>`${sql.ref(key)} <> ''`)
      .where(key, '>=', beginnings[key])
      .where(key, '<', `${beginnings[key]}${end}`)
      .$if(key === 'patient', (rows) => rows.where(isEmail))
    return fromPlace(range, after).limit(limit)
  }
  const found = keysOf(beginnings)
    // SQLite takes no limit within a union but in a query of its own.
    .map((key) => query.selectFrom(inRange(key).as('range')).select('range.id'))
    .reduce((all, range) => all.union(range))
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('id', 'in', found)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** The key of somebody without an e-mail is no e-mail. */
const isEmail = sql<boolean>`"patient" not like 'guest:%'`

function keysOf(beginnings: Beginnings) {
  return keys.filter((key) => beginnings[key] !== '')
}

/** Appointments after a place, the newest day first. */
function fromPlace<Row>(
  rows: SelectQueryBuilder<Tables, 'appointments', Row>,
  after: Place | null,
) {
  return rows
    .$if(after !== null, (later) =>
      later
        // The index is entered at the day; the tuple alone would be read row by row.
        .where('day', '<=', after?.day ?? '')
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('day', 'id'), '<', tuple(after?.day ?? '', after?.id ?? '')),
        ),
    )
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
}
