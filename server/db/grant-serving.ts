import { sql } from 'kysely'
import type { Database, Queries } from './database.ts'

/** The columns written when an audit entry is closed, or when a person's name is removed from it. */
const closing = ['status', 'subject', 'data']

/**
 * On PostgreSQL with separate owner and serving roles: grants the serving role only what serving needs. Runs at
 * each start and wherever a copy is loaded, since migrations add tables. The role reads and writes rows; it cannot
 * create, alter or truncate tables, and it can only add and close entries of the audit.
 */
export async function grantServing(database: Database): Promise<void> {
  if (database.engine !== 'postgres') return
  const serving = await currentRole(database.query)
  await database.unbounded(async (owner) => {
    if ((await currentRole(owner)) === serving) return
    await owner.transaction().execute((transaction) => grant(transaction, serving))
  })
}

async function grant(query: Queries, serving: string): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(query)
  const role = quoted(serving)
  const columns = closing.map(quoted).join(', ')
  // Several processes that start at once would otherwise change the same rows of the catalogue.
  await run(`select pg_advisory_xact_lock(hashtextextended('grant serving', 0))`)
  const { rows } = await sql<{ schema: string }>`select current_schema() as "schema"`.execute(query)
  const schema = quoted(rows[0]?.schema ?? 'public')
  await run(`revoke all on all tables in schema ${schema} from ${role}`)
  await run(`grant usage on schema ${schema} to ${role}`)
  await run(`grant usage on all sequences in schema ${schema} to ${role}`)
  await run(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
  await run(`revoke update, delete on "auditEntries" from ${role}`)
  await run(`grant update (${columns}) on "auditEntries" to ${role}`)
  await run(`revoke insert, update, delete on "auditRemovals", "dataMoves" from ${role}`)
  await run(
    `revoke insert, update, delete on "kysely_migration", "kysely_migration_lock" from ${role}`,
  )
}

export async function currentRole(query: Queries): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as "role"`.execute(query)
  return rows[0]?.role ?? ''
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
