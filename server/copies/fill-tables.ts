import * as z from 'zod'
import { type CopyEntry, CopyRefused } from './entries.ts'
import type { Session } from './session.ts'
import { quoted, type Table } from './tables.ts'

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** What both engines take of values in one statement. */
const mostValues = 30_000

/**
 * Puts rows into tables as they were, in the session's transaction: what triggers write beside a row is
 * copied with the other tables, so they rest until `finish`. Constraints and references hold.
 */
export async function fillTables(session: Session) {
  const wake =
    session.engine === 'sqlite' ? await restOnSqlite(session) : await restOnPostgres(session)
  return {
    /** Answers how many rows the entry had. */
    async add(table: Table, entry: CopyEntry): Promise<number> {
      const rows = readRows(table, entry)
      if (session.engine === 'postgres') refuseNul(table, rows)
      const atOnce = Math.floor(mostValues / table.columns.length / 100) * 100 || 1
      for (let from = 0; from < rows.length; from += atOnce) {
        await insert(session, table, rows.slice(from, from + atOnce))
      }
      return rows.length
    },
    async finish(): Promise<void> {
      await wake()
      if (session.engine === 'postgres') await moveSequences(session)
    },
  }
}

function readRows({ columns }: Table, { name, bytes }: CopyEntry): unknown[][] {
  const lines = Buffer.from(bytes).toString().split('\n')
  if (lines.pop() !== '') throw new CopyRefused('damaged', name)
  return lines.map((line) => {
    const row = parseRow(line)
    if (!row) throw new CopyRefused('damaged', name)
    return columns.map((column) => {
      const value = row[column.name]
      if (value === undefined) throw new CopyRefused('damaged', name)
      return column.kind === 'bytes' && typeof value === 'string'
        ? Buffer.from(value, 'base64')
        : value
    })
  })
}

/** The one character that SQLite keeps in a text and PostgreSQL cannot. */
function refuseNul({ name, key, columns }: Table, rows: unknown[][]): void {
  for (const row of rows) {
    const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'))
    if (at < 0) continue
    const which = row.slice(0, key.length).map((value) => JSON.stringify(value))
    throw new CopyRefused('nul', `${name}.${columns[at]?.name} of the row ${which.join(', ')}`)
  }
}

function parseRow(line: string): z.infer<typeof Row> | undefined {
  try {
    return Row.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

async function insert(
  session: Session,
  { name, columns }: Table,
  rows: unknown[][],
): Promise<void> {
  const isPostgres = session.engine === 'postgres'
  const places = rows.map((_, row) => {
    const marks = columns.map((_, at) => (isPostgres ? `$${row * columns.length + at + 1}` : '?'))
    return `(${marks.join(', ')})`
  })
  const into = `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})`
  const asGiven = isPostgres ? ' overriding system value' : ''
  await session.run(`${into}${asGiven} values ${places.join(', ')}`, rows.flat())
}

async function restOnSqlite(session: Session) {
  const triggers = await session.run(
    `select "name", "sql" from "sqlite_master" where "type" = 'trigger'`,
  )
  for (const { name } of triggers) await session.run(`drop trigger ${quoted(String(name))}`)
  // A row may refer to a later one of its table.
  await session.run('pragma defer_foreign_keys = on')
  return async () => {
    for (const { sql } of triggers) await session.run(String(sql))
  }
}

async function restOnPostgres(session: Session) {
  const tables = await session.run(
    `select distinct quote_ident(c.relname) as "name" from pg_trigger as t
    join pg_class as c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  )
  const ownReferences = await session.run(
    `select quote_ident(r.relname) as "table", quote_ident(c.conname) as "name"
    from pg_constraint as c join pg_class as r on r.oid = c.conrelid
    where c.contype = 'f' and c.conrelid = c.confrelid and not c.condeferrable
      and r.relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of tables) await session.run(`alter table ${name} disable trigger user`)
  for (const { table, name } of ownReferences) {
    await session.run(`alter table ${table} alter constraint ${name} deferrable initially deferred`)
  }
  return async () => {
    await session.run('set constraints all immediate')
    for (const { table, name } of ownReferences) {
      await session.run(`alter table ${table} alter constraint ${name} not deferrable`)
    }
    for (const { name } of tables) await session.run(`alter table ${name} enable trigger user`)
  }
}

/** So that the next number is none of those that were copied. */
async function moveSequences(session: Session): Promise<void> {
  const numbered = await session.run(
    `select quote_ident(c.relname) as "table", quote_ident(a.attname) as "column",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as "sequence"
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
      and not a.attisdropped and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  )
  for (const { table, column, sequence } of numbered) {
    await session.run(
      `select setval($1, coalesce(max(${column}), 1), count(*) > 0) from ${table}`,
      [sequence],
    )
  }
}
