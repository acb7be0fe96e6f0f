import { sql } from 'kysely'
import type { Engine, Queries } from './database.ts'

/**
 * On 2026-11-21 some commits were run while these migrations were still empty, and recorded them as done. What
 * each makes, in databases without migrations after 0010.
 */
const empty = {
  '0007-family': 'familyMembers',
  '0008-differences': 'sandboxRefunds.idempotencyKey',
  '0009-reminders': 'reminders',
  '0010-waiting-line': 'waits',
}

/**
 * Makes up for migrations that commits recorded before they were written (docs/decisions, 52), since a later
 * migration needs their result. Differences of an earlier version of a migration that later ones do not need
 * are handled by `0047-definitions`.
 */
export async function finishEarlier(query: Queries, engine: Engine): Promise<Set<string>> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  const there = new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((it) => `${name}.${it.name}`)]),
  )
  if (!there.has('kysely_migration')) return new Set()
  const { rows } = await sql<{ name: string }>`select "name" from kysely_migration`.execute(query)
  const made = new Set(rows.map(({ name }) => name))
  if (engine === 'sqlite' && made.has('0012-bounds') && !made.has('0013-identity')) {
    await dropHalf0013(query)
  }
  if (made.has('0029-status') && !made.has('0029-working-doctors')) {
    if (!there.has('appointments.arrivedAt')) await query.transaction().execute(undo0029)
  }
  if (made.has('0011-line-order')) return made
  await query.transaction().execute(async (changes) => {
    // 0003 was recorded without the account of an appointment; this is what it does now.
    if (made.has('0003-staff') && !there.has('appointments.bookedBy')) {
      await sql`alter table "appointments" add column "bookedBy" text`.execute(changes)
      await sql`update "appointments" set "bookedBy" =
        (select "id" from "users" where "email" = "patient")`.execute(changes)
    }
    for (const [name, thing] of Object.entries(empty)) {
      if (!made.has(name) || there.has(thing)) continue
      await sql`delete from kysely_migration where "name" = ${name}`.execute(changes)
    }
  })
  return made
}

/** At one commit 0013 failed half-way, when SQLite's migrations were not yet one transaction. */
async function dropHalf0013(query: Queries): Promise<void> {
  await sql`drop table if exists "emailConfirmations"`.execute(query)
  for (const event of ['insert', 'update']) {
    await sql`drop trigger if exists ${sql.id(`users_role_needs_proof_${event}`)}`.execute(query)
  }
}

/** At one commit 0029 lacked the times of a visit. Undone, it can run as a whole. */
async function undo0029(query: Queries): Promise<void> {
  await sql`alter table "appointments" add column "mark" text`.execute(query)
  await sql`update "appointments" set "mark" = case "status" when 'completed' then 'done' else "status" end
    where "status" <> 'booked'`.execute(query)
  await sql`alter table "appointments" drop column "status"`.execute(query)
  await sql`update "appointmentEvents" set "kind" = case "kind" when 'completed' then 'done'
    else 'mark_removed' end where "kind" in ('completed', 'status_removed')`.execute(query)
  await sql`delete from kysely_migration where "name" = '0029-status'`.execute(query)
}
