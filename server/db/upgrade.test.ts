import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readArchive } from '../copies/archive.ts'
import { loadCopy } from '../copies/load-copy.ts'
import { makeEmptyPlace } from '../testing/database/database.ts'
import {
  type Lines,
  migrateEach,
  olderFile,
  readLines,
  readOlder,
  without,
  writeLines,
} from '../testing/database/older.ts'
import { openDatabase, type Queries } from './database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { findViolations } from './rules.ts'

/** The columns that are the same in every version, by table. */
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

/** The statements of an SQL dump: a statement ends its line, and PostgreSQL writes bytes differently. */
function statementsOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^--.*$/gm, '')
  const bytes = inject('engine') === 'postgres' ? text.replaceAll(/\bX'/g, `'\\x`) : text
  return bytes.split(/;\n/).filter((statement) => statement.trim() !== '')
}

test.each([['0032-plan-changes', './filled-0032.sql']] as const)(
  'a clinic at migration %s is upgraded with all of its data',
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

/** Leaves out the search index, whose people are numbered differently by each engine. */
function leaveNumbered(lines: Lines): Lines {
  return new Map([...lines].filter(([table]) => !table.startsWith('searchPeople')))
}

// Each stored clinic is the one before, migrated once, with rows that only the new tables and columns can hold.
// A property of every single step therefore holds from any of them to the newest.
test('each stored clinic contains every row of the previous one after its migration', async () => {
  const place = await makeEmptyPlace()
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  await migrateEach(database, migrationNames, async (migration) => {
    const stored = leaveNumbered(await readOlder(migration))
    const migrated = leaveNumbered(await readLines(place))
    expect({ migration, lost: without(migrated, stored) }).toEqual({ migration, lost: new Map() })
    await writeLines(place, without(stored, migrated))
  })
  expect(await findViolations(database)).toEqual([])
})

test.each(['0001-start', '0017-search-order'] as const)(
  'a backup of %s is restored into the current tables',
  async (migration) => {
    const place = await makeEmptyPlace()
    await loadCopy(place, readArchive(olderFile(migration), undefined))
    const newest = await readOlder(migrationNames.at(-1) ?? migration)
    expect(without(leaveNumbered(await readLines(place)), newest)).toEqual(new Map())
  },
)

test('an earlier payment in the sandbox is one in test mode, and of one at Stripe it is not known', async () => {
  const place = await makeEmptyPlace()
  await loadCopy(place, readArchive(olderFile('0051-desk-payments'), undefined))
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  const payments = database.query.selectFrom('payments').select(['provider', 'testMode'])
  expect(await payments.distinct().orderBy('provider').execute()).toEqual([
    { provider: 'sandbox', testMode: 1 },
    { provider: 'stripe', testMode: null },
  ])
})
