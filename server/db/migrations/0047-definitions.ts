import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Queries = Kysely<unknown>
type Run = (text: string) => Promise<void>

/** `make` makes what all earlier migrations make; `empty` is a SQLite in memory. */
type Reference = { empty: Queries; make: (query: Queries) => Promise<void> }

/**
 * Repairs databases of commits between finished versions. A migration was changed after they had run it, so
 * columns, indexes, triggers and constraints are missing or have their earlier form. Anything that differs
 * from a new database is recreated to match; rows stay, and new columns get their defaults. A database of
 * finished versions has no differences.
 */
export async function up(query: Queries, engine: Engine, reference: Reference): Promise<void> {
  if (engine === 'postgres') return mendOnPostgres(query, reference.make)
  await reference.make(reference.empty)
  await mendOnSqlite(query, reference.empty)
}

/** A table by its columns, with what makes each. */
type Table = { text: string; columns: Map<string, string> }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

async function mendOnSqlite(query: Queries, anew: Queries): Promise<void> {
  const run: Run = async (text) => void (await sql.raw(text).execute(query))
  const here = await readSqlite(query)
  const meant = await readSqlite(anew)
  // First, since a trigger may name what is not there yet.
  for (const [, { drop }] of toDrop(here.others, meant.others)) {
    await run(drop)
  }
  for (const [name, { text, columns }] of meant.tables) {
    const known = here.tables.get(name)
    if (!known) await run(text)
    else await addColumns(run, name, { known, columns })
  }
  await dropLeftovers(run, here.tables)
  for (const [name, { text }] of meant.others) {
    if (here.others.get(name)?.text !== text) await run(text)
  }
}

async function addColumns(
  run: Run,
  table: string,
  { known, columns }: { known: Table; columns: Map<string, string> },
): Promise<void> {
  for (const [column, text] of columns) {
    if (!known.columns.has(column)) await run(`alter table ${quoted(table)} add column ${text}`)
  }
}

/**
 * Names that edited migrations no longer create. Anything else unknown stays, such as an operator's own index
 * or a replication trigger.
 */
const leftovers = ['appointments_by_mailKey', 'appointments_confirmation_proved', 'users_by_email']

/** Of what is here, by its name: what is of another form, and leftovers. */
function toDrop<T extends { text: string }>(
  here: Map<string, T>,
  meant: Map<string, { text: string }>,
) {
  return [...here].filter(([name, { text }]) => {
    const its = meant.get(name)
    return its ? its.text !== text : leftovers.includes(name.replace(/^.*\./, ''))
  })
}

/** Computed from another column by an early 0003; every row has it in `patient`. */
async function dropLeftovers(run: Run, tables: Map<string, Table>): Promise<void> {
  if (!tables.get('appointments')?.columns.has('mailKey')) return
  await run('alter table "appointments" drop column "mailKey"')
}

async function readSqlite(query: Queries) {
  const { rows } = await sql<{ type: 'table' | 'index' | 'trigger'; name: string; text: string }>`
    select "type", "name", "sql" as "text" from "sqlite_master"
    where "sql" is not null and substr("name", 1, 7) <> 'sqlite_'`.execute(query)
  const tables = new Map<string, Table>()
  const others = new Map<string, { text: string; drop: string }>()
  for (const { type, name, text } of rows) {
    if (type === 'table') tables.set(name, { text, columns: columnsOf(text) })
    else others.set(name, { text: oneLine(text), drop: `drop ${type} ${quoted(name)}` })
  }
  return { tables, others }
}

/** The parts of `create table` that begin with a quoted name; the others are constraints. */
function columnsOf(text: string): Map<string, string> {
  const columns = new Map<string, string>()
  const body = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  let [depth, part] = [0, '']
  for (const sign of `${body},`) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) {
      const name = /^\s*"([^"]+)"/.exec(part)?.[1]
      if (name) columns.set(name, part.trim())
      part = ''
    } else part += sign
  }
  return columns
}

/** Where a new database is made beside the one that is there, in a transaction that leaves nothing of it. */
const scratch = 'molar_reference'

async function mendOnPostgres(query: Queries, makeAnew: Reference['make']): Promise<void> {
  const run: Run = async (text) => void (await sql.raw(text).execute(query))
  const [at] = await ask<{ schema: string; path: string; may: boolean }>(
    query,
    `select current_schema() as "schema", current_setting('search_path') as "path",
      has_database_privilege(current_database(), 'create') as "may"`,
  )
  // The owner of the database may; in those days there were no other roles.
  if (!at?.may) return
  const here = await readPostgres(query, at.schema)
  await run(`create schema "${scratch}"`)
  await run(`set local search_path to "${scratch}", ${quoted(at.schema)}`)
  await makeAnew(query)
  const meant = await readPostgres(query, scratch)
  await run(`set local search_path to ${at.path}`)
  await run(`drop schema "${scratch}" cascade`)
  await mendFunctions(run, { here, meant })
  await mendTables(run, { here, meant })
  for (const kind of ['constraints', 'indexes', 'triggers'] as const) {
    for (const [, { drop }] of toDrop(here[kind], meant[kind])) await run(drop)
  }
  await dropLeftovers(run, here.tables)
  for (const kind of ['constraints', 'indexes', 'triggers'] as const) {
    for (const [name, { text, make }] of meant[kind]) {
      if (here[kind].get(name)?.text !== text) await run(make)
    }
  }
}

async function mendFunctions(run: Run, { here, meant }: Shapes): Promise<void> {
  // Their bodies may name what comes after them.
  await run('set local check_function_bodies = off')
  for (const [name, text] of meant.functions) {
    if (here.functions.get(name) !== text) await run(text)
  }
}

async function mendTables(run: Run, { here, meant }: Shapes): Promise<void> {
  for (const [name, { text, columns }] of meant.tables) {
    const known = here.tables.get(name)
    if (!known) {
      await run(text)
      continue
    }
    await addColumns(run, name, { known, columns })
    await mendColumns(run, name, { here, meant })
  }
}

async function mendColumns(run: Run, table: string, { here, meant }: Shapes): Promise<void> {
  for (const [column, made] of meant.columns.get(table) ?? []) {
    const was = here.columns.get(table)?.get(column)
    if (!was) continue
    if (was.type !== made.type) await dropTriggers(run, table, here)
    for (const change of changesOf(was, made)) {
      await run(`alter table ${quoted(table)} alter column ${quoted(column)} ${change}`)
    }
  }
}

function changesOf(was: Column, { type, fallback, isRequired }: Column): string[] {
  return [
    ...(was.type === type ? [] : [`type ${type}`]),
    ...(was.fallback === fallback ? [] : [fallback ? `set default ${fallback}` : 'drop default']),
    ...(was.isRequired === isRequired ? [] : [`${isRequired ? 'set' : 'drop'} not null`]),
  ]
}

/** A column that a trigger names keeps its type. */
async function dropTriggers(run: Run, table: string, { triggers }: Shape): Promise<void> {
  for (const [key, { drop }] of triggers) {
    if (!key.startsWith(`${table}.`)) continue
    await run(drop)
    triggers.delete(key)
  }
}

type Shapes = { here: Shape; meant: Shape }
type Shape = Awaited<ReturnType<typeof readPostgres>>

async function ask<Row>(query: Queries, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(query)).rows
}

type ColumnRow = Column & { table: string; column: string }
type Column = {
  type: string
  /** Whether it numbers rows or is computed. */
  kind: string
  fallback: string
  isRequired: boolean
}
type ThingRow = { table: string; name: string; text: string }
/** `make` comes before the text of the definition. */
type Ways = { drop: string; make: string }

/** Names of one schema are written without it, so that those of two can be compared, and run in either. */
async function readPostgres(query: Queries, schema: string) {
  const inSchema = `c.relnamespace = (select oid from pg_namespace where nspname = '${schema}')
    and c.relname not like 'kysely%'`
  const plain = (text: unknown) =>
    String(text).replaceAll(new RegExp(`"?\\b${schema}\\b"?\\.`, 'g'), '')
  const tables = new Map<string, Table>()
  const columns = new Map<string, Map<string, Column>>()
  for (const { table, column, ...row } of await ask<ColumnRow>(query, columnsIn(inSchema))) {
    const known = tables.get(table) ?? { text: '', columns: new Map<string, string>() }
    const fallback = plain(row.fallback)
    const rest = `${row.kind}${fallback && ` default ${fallback}`}${row.isRequired ? ' not null' : ''}`
    known.columns.set(column, `${quoted(column)} ${row.type}${rest}`)
    known.text = `create table ${quoted(table)} (${[...known.columns.values()].join(', ')})`
    tables.set(table, known)
    columns.set(table, (columns.get(table) ?? new Map()).set(column, { ...row, fallback }))
  }
  const functions = new Map<string, string>()
  for (const { name, text } of await ask<ThingRow>(query, functionsIn(schema)))
    functions.set(name, plain(text))
  const read = async (text: string, waysOf: (table: string, name: string) => Ways) => {
    const found = new Map<string, { text: string; drop: string; make: string }>()
    for (const row of await ask<ThingRow>(query, text)) {
      const { drop, make } = waysOf(quoted(row.table), quoted(row.name))
      const its = plain(row.text)
      found.set(`${row.table}.${row.name}`, { text: its, drop, make: make + its })
    }
    return found
  }
  return {
    tables,
    columns,
    functions,
    constraints: await read(constraintsIn(inSchema), (table, name) => ({
      drop: `alter table ${table} drop constraint ${name}`,
      make: `alter table ${table} add constraint ${name} `,
    })),
    indexes: await read(indexesIn(inSchema), (_, name) => ({
      drop: `drop index ${name}`,
      make: '',
    })),
    triggers: await read(triggersIn(inSchema), (table, name) => ({
      drop: `drop trigger ${name} on ${table}`,
      make: '',
    })),
  }
}

const columnsIn = (inSchema: string) => `select c.relname as "table", a.attname as "column",
    format_type(a.atttypid, a.atttypmod) || case when a.attcollation not in (0, t.typcollation)
      then ' collate ' || quote_ident(l.collname) else '' end as "type",
    case when a.attidentity = 'a' then ' generated always as identity'
      when a.attidentity = 'd' then ' generated by default as identity'
      when a.attgenerated = 's'
        then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
      else '' end as "kind",
    case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), '') else '' end
      as "fallback",
    a.attnotnull as "isRequired"
  from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type as t on t.oid = a.atttypid
  left join pg_collation as l on l.oid = a.attcollation
  left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and ${inSchema} order by c.relname, a.attnum`

/** What references refer to comes first. */
const constraintsIn = (inSchema: string) => `select c.relname as "table", k.conname as "name",
    pg_get_constraintdef(k.oid) as "text"
  from pg_constraint as k join pg_class as c on c.oid = k.conrelid
  where k.contype in ('p', 'u', 'x', 'c', 'f') and ${inSchema}
  order by position(k.contype in 'puxcf'), 1, 2`

const indexesIn = (inSchema: string) => `select r.relname as "table", c.relname as "name",
    pg_get_indexdef(c.oid) as "text"
  from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_class as r on r.oid = i.indrelid
  where ${inSchema} and not exists (select from pg_constraint as k where k.conindid = i.indexrelid)
  order by 1, 2`

const triggersIn = (inSchema: string) => `select c.relname as "table", g.tgname as "name",
    pg_get_triggerdef(g.oid) as "text"
  from pg_trigger as g join pg_class as c on c.oid = g.tgrelid
  where not g.tgisinternal and ${inSchema} order by 1, 2`

/** Without those of extensions. */
const functionsIn = (schema: string) => `select p.oid::regprocedure::text as "name",
    pg_get_functiondef(p.oid) as "text"
  from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
  where n.nspname = '${schema}' and p.prokind = 'f'
    and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')`
