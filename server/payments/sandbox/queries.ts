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

/** One a payment: a second one answers the first. */
export async function insertRefund(
  query: Queries,
  refund: Tables['sandboxRefunds'],
): Promise<Tables['sandboxRefunds']> {
  await query
    .insertInto('sandboxRefunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('intentId').doNothing())
    .execute()
  return query
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('intentId', '=', refund.intentId)
    .executeTakeFirstOrThrow()
}
