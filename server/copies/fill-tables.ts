import { type CopyEntry, CopyRefused } from './entries.ts'
import type { Copied } from './lines.ts'
import type { Session, Values } from './session.ts'
import { type Column, quoted, type Table } from './tables.ts'

/**
 * Puts rows into tables as they were, in the session's transaction: what triggers write beside a row is
 * copied with the other tables, so they and the indexes rest until `finish`. Constraints and references hold.
 */
export async function fillTables(session: Session) {
  const wake =
    session.engine === 'sqlite' ? await restOnSqlite(session) : await restOnPostgres(session)
  return {
    /** Answers how many rows the entry had. */
    async add(table: Table, entry: CopyEntry): Promise<number> {
      const rows = readRows(table, entry)
      await insertRows(session, table, rows)
      return rows.length
    },
    async finish(): Promise<void> {
      await wake()
      if (session.engine === 'postgres') await moveSequences(session)
    },
  }
}

function readRows({ columns }: Table, { name, bytes }: CopyEntry): Values[] {
  const lines = Buffer.from(bytes).toString().split('\n')
  if (lines.pop() !== '') throw new CopyRefused('damaged', name)
  return lines.map((line) => {
    const row = parseRow(line)
    if (row && columns.every((column) => isCopied(row[column.name]))) return row
    throw new CopyRefused('damaged', name)
  })
}

/** The one character that SQLite keeps in a text and PostgreSQL cannot. */
function refuseNul({ name, key, columns }: Table, rows: Values[]): void {
  for (const row of rows) {
    const column = columns.find((one) => String(row[one.name]).includes('\0'))
    if (!column) continue
    const which = key.map((part) => JSON.stringify(row[part]))
    throw new CopyRefused('nul', `${name}.${column.name} of the row ${which.join(', ')}`)
  }
}

function parseRow(line: string): Values | undefined {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null ? { ...row } : undefined
  } catch {
    return undefined
  }
}

function isCopied(value: unknown): value is Copied {
  return value === null || typeof value === 'string' || typeof value === 'number'
}

/** Rows as a copy has them. */
export async function insertRows(session: Session, table: Table, rows: Values[]): Promise<void> {
  if (session.engine === 'postgres') refuseNul(table, rows)
  const { name, columns } = table
  const listed = columns.map((column) => quoted(column.name)).join(', ')
  const into = `insert into ${quoted(name)} (${listed})`
  if (session.engine === 'postgres') {
    const given = rows.map((row) => withBytes(columns, row, (hex) => `\\x${hex.toString('hex')}`))
    await session.run(
      `${into} overriding system value
      select ${listed} from json_populate_recordset(null::${quoted(name)}, $1)`,
      [JSON.stringify(given)],
    )
    return
  }
  const text = `${into} values (${columns.map(() => '?').join(', ')})`
  for (const row of rows) {
    const given = withBytes(columns, row, (bytes) => bytes)
    await session.run(
      text,
      columns.map((column) => given[column.name]),
    )
  }
}

/** A copy has bytes as base64; each engine takes them in a way of its own. */
function withBytes(columns: Column[], row: Values, asGiven: (bytes: Buffer) => unknown): Values {
  const given = columns
    .filter(({ name, kind }) => kind === 'bytes' && typeof row[name] === 'string')
    .map(({ name }) => [name, asGiven(Buffer.from(String(row[name]), 'base64'))])
  return given.length === 0 ? row : { ...row, ...Object.fromEntries(given) }
}

/** Indexes are built once when their tables are full, in less than half the time. */
async function restOnSqlite(session: Session) {
  const resting = await session.run(
    `select "type", "name", "sql" from "sqlite_master"
    where "type" in ('index', 'trigger') and "sql" is not null order by "type"`,
  )
  for (const { type, name } of resting) await session.run(`drop ${type} ${quoted(String(name))}`)
  return async () => {
    for (const { sql } of resting) await session.run(String(sql))
    const [astray] = await session.run('select "table" from pragma_foreign_key_check limit 1')
    if (astray) throw new CopyRefused('damaged', `references of ${astray.table}`)
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
  const indexes = await session.run(
    `select i.indexrelid::regclass::text as "name", pg_get_indexdef(i.indexrelid) as "made"
    from pg_index as i join pg_class as c on c.oid = i.indrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint as k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await session.run(`drop index ${name}`)
  for (const { name } of tables) await session.run(`alter table ${name} disable trigger user`)
  for (const { table, name } of ownReferences) {
    await session.run(`alter table ${table} alter constraint ${name} deferrable initially deferred`)
  }
  return async () => {
    await session.run('set constraints all immediate')
    for (const { made } of indexes) await session.run(String(made))
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
