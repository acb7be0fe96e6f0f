import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { openDatabase, type Queries } from './database.ts'
import { migrate } from './migrate.ts'
import { findViolations } from './rules.ts'

/** What is the same in every version, by its table. */
const kept = {
  users: '"id", "email", "role"',
  patients: '"id", "name", "relation"',
  appointments: '"id", "patientId", "day", "slot", "priceCents", "paidCents", "cancelledAt"',
  payments: '"id", "appointmentId", "amountCents", "returnedCents", "state", "intentId"',
  appointmentEvents: '"id", "appointmentId", "at", "kind", "data"',
  auditEntries: '"id", "at", "actor", "action", "subject", "data"',
  doctors: '"id", "name", "email"',
  treatmentSlots: '*',
  images: '*',
  outbox: '"id", "kind", "recipient", "subject"',
}

async function readKept(query: Queries) {
  const tables = Object.entries(kept).map(async ([table, columns]) => {
    const text = `select ${columns} from "${table}"`
    const { rows } = await sql.raw(text).execute(query)
    return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** SQL of a dump: a statement ends its line, and PostgreSQL writes bytes in another way. */
function statementsOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^--.*$/gm, '')
  const bytes = inject('engine') === 'postgres' ? text.replaceAll(/\bX'/g, `'\\x`) : text
  return bytes.split(/;\n/).filter((statement) => statement.trim() !== '')
}

test.each([['0032-plan-changes', './filled-0032.sql']] as const)(
  'the clinic of a Molar of %s is whole in this one',
  async (migration, file) => {
    const database = await openDatabase(await makeEmptyPlace())
    onTestFinished(() => database.close())
    if (database.engine === 'sqlite') await sql`pragma synchronous = off`.execute(database.query)
    await migrate(database, migration)
    await database.query.transaction().execute(async (query) => {
      for (const statement of statementsOf(file)) await sql.raw(statement).execute(query)
    })
    const before = await readKept(database.query)
    for (const table of ['patients', 'appointments', 'payments', 'images'] as const) {
      expect(before[table]?.length).toBeGreaterThan(0)
    }
    await migrate(database)
    expect(await readKept(database.query)).toEqual(before)
    expect(await findViolations(database)).toEqual([])
  },
)
