import type { Queries } from '../db/database.ts'

type Read = { sessionId: string; appointmentId: string }

/** The appointment that a session read last; the same for all processes. */
export async function findLastRead(query: Queries, sessionId: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('lastReads')
    .select('appointmentId')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.appointmentId
}

/** Stores which appointment a session has read, where it is another than before. */
export async function storeLastRead(query: Queries, read: Read): Promise<void> {
  const { sessionId, appointmentId } = read
  if ((await findLastRead(query, sessionId)) === appointmentId) return
  await query
    .insertInto('lastReads')
    .values(read)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ appointmentId }))
    .execute()
}
