import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type SandboxIntent = Tables['sandboxIntents']
export type SandboxCard = Tables['sandboxCards']

export async function insertIntent(query: Queries, intent: SandboxIntent): Promise<void> {
  await query
    .insertInto('sandboxIntents')
    .values(intent)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
}

export async function findIntent(
  query: Queries,
  by: Partial<Pick<SandboxIntent, 'id' | 'clientSecret' | 'idempotencyKey'>>,
) {
  return query
    .selectFrom('sandboxIntents')
    .selectAll()
    .where((row) => row.and(by))
    .executeTakeFirst()
}

/** Moves an intent on if it is still where the caller thinks it is: of two clicks, one charges. */
export async function moveIntent(
  query: Queries,
  id: string,
  from: readonly SandboxIntent['status'][],
  to: Partial<SandboxIntent>,
): Promise<SandboxIntent | undefined> {
  return query
    .updateTable('sandboxIntents')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

export async function insertCard(query: Queries, card: SandboxCard): Promise<void> {
  await query.insertInto('sandboxCards').values(card).execute()
}

export async function findCard(query: Queries, id: string) {
  return query.selectFrom('sandboxCards').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One a key: a second one answers the first; `undefined` where more is asked than is left. */
export async function insertRefund(query: Queries, refund: Tables['sandboxRefunds']) {
  const { id, idempotencyKey, intentId, amountCents, createdAt } = refund
  const gone = sql<number>`(select coalesce(sum(r."amountCents"), 0)
    from "sandboxRefunds" as r where r."intentId" = ${intentId})`
  await query
    .insertInto('sandboxRefunds')
    .columns(['id', 'idempotencyKey', 'intentId', 'amountCents', 'createdAt'])
    .expression(
      query
        .selectFrom('sandboxIntents as i')
        .where('i.id', '=', intentId)
        .where('i.status', '=', 'succeeded')
        .where((row) => row('i.amountCents', '>=', sql<number>`${gone} + ${amountCents}`))
        .select([
          sql<string>`${id}`.as('id'),
          sql<string>`${idempotencyKey}`.as('idempotencyKey'),
          'i.id as intentId',
          sql<number>`cast(${amountCents} as integer)`.as('amountCents'),
          sql<string>`${createdAt}`.as('createdAt'),
        ]),
    )
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
  return query
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}
