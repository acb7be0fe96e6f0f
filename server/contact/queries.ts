import type { Insertable, Selectable } from 'kysely'
import type { MessageState } from '../../contract/contact/endpoints.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type Message = Selectable<Tables['contactMessages']>

export async function insertMessage(
  query: Queries,
  message: Insertable<Tables['contactMessages']>,
) {
  await query.insertInto('contactMessages').values(message).execute()
}

/** Messages of one state, the newest first; ids rise with time, and `before` is one of them. */
export function selectByState(
  query: Queries,
  state: MessageState,
  { before, limit }: { before: string | undefined; limit: number },
) {
  return query
    .selectFrom('contactMessages')
    .selectAll()
    .where('state', '=', state)
    .$if(before !== undefined, (select) => select.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
}

/** The newest of each state, in one statement: a message that is marked concurrently is in one of them. */
export async function listNewest(
  query: Queries,
  states: readonly MessageState[],
  page: { before: string | undefined; limit: number },
): Promise<Message[]> {
  const [first, ...others] = states.map((state) =>
    query.selectFrom(selectByState(query, state, page).as('one')).selectAll(),
  )
  return first ? others.reduce((all, other) => all.unionAll(other), first).execute() : []
}

export function selectUnread(query: Queries) {
  return query
    .selectFrom('contactMessages')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('state', '=', 'new')
}

export async function setState(
  query: Queries,
  id: string,
  state: MessageState,
): Promise<Message | undefined> {
  return query
    .updateTable('contactMessages')
    .set({ state })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
