import { type Migration, migrationNames, refuseNewer } from '../db/migrate.ts'
import type { Session, Values } from './session.ts'

/** What a column holds, the same on both engines; true and false are 1 and 0. */
export const columnKinds = ['text', 'integer', 'instant', 'bytes'] as const
type ColumnKind = (typeof columnKinds)[number]
export type Column = { name: string; kind: ColumnKind }
export type Table = {
  name: string
  /** What its rows are ordered by. */
  key: string[]
  /** Those of the key first, the others by name. */
  columns: Column[]
}

/** About the database itself, with nothing of the clinic in them. */
export const ownTables: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'searchLetters',
  'searchPlaces',
  'dataMoves',
]

/** Every table of a clinic that a migration has made, those that a later one drops too. By name. */
export const clinicTables: readonly string[] = [
  'accessTokens',
  'accounts',
  'appointmentEvents',
  'appointments',
  'auditEntries',
  'auditRemovals',
  'authenticatorApps',
  'backups',
  'calendarFeeds',
  'chairTreatments',
  'chairs',
  'clinic',
  'closedWeekdays',
  'closureAsks',
  'closureMailsDue',
  'closures',
  'confirmationsDue',
  'contactMessages',
  'dayNotes',
  'deskPayments',
  'doctorBlocks',
  'doctorChairs',
  'doctorDayHours',
  'doctorDays',
  'doctorHours',
  'doctorTimeOff',
  'doctorTreatments',
  'doctorWeeks',
  'doctors',
  'emailChanges',
  'emailConfirmations',
  'erasedPeople',
  'familyMembers',
  'images',
  'knownDevices',
  'lastReads',
  'limitCounts',
  'noticeSettings',
  'offers',
  'outbox',
  'passkeys',
  'patientMergeParts',
  'patientMerges',
  'patientParts',
  'patients',
  'payments',
  'planChanges',
  'providerEvents',
  'rateLimits',
  'recoveryCodes',
  'refunds',
  'reminders',
  'reviews',
  'sandboxCards',
  'sandboxIntents',
  'sandboxRefunds',
  'searchPeople',
  'searchPeopleParts',
  'searchUserParts',
  'sessions',
  'settlements',
  'signInFailures',
  'signInNetworks',
  'signUpNetworks',
  'staffInvitations',
  'treatmentSlots',
  'treatments',
  'users',
  'verifications',
  'waits',
]

type ColumnRow = { table: string; column: string; type: string; place: number | null }
type Reference = { table: string; target: string }

/** Every table of the clinic with all its columns, each after those that it refers to. */
export async function readTables(session: Pick<Session, 'engine' | 'run'>): Promise<Table[]> {
  const rows = (await session.run(columnsOf[session.engine])).map(asColumnRow)
  const references = (await session.run(referencesOf[session.engine])).map(asReference)
  const byName = Map.groupBy(rows, ({ table }) => table)
  const tables = [...byName]
    .filter(([name]) => clinicTables.includes(name))
    .map(([name, columns]) => describe(name, columns))
  return inOrder(tables, references)
}

/** Tables of the operator's own, which no migration makes and no copy has. */
export async function readOtherTables(session: Pick<Session, 'engine' | 'run'>): Promise<string[]> {
  const rows = await session.run(columnsOf[session.engine])
  const names = new Set(rows.map(({ table }) => String(table)))
  return [...names].filter((name) => !clinicTables.includes(name) && !ownTables.includes(name))
}

/**
 * The newest migration that the database has had; '' for a database without any. Throws `StartError` for
 * data of a newer Molar: what it holds is not known here.
 */
export async function readMigration(session: Session): Promise<Migration | ''> {
  const rows = await session.run(columnsOf[session.engine])
  if (!rows.some(({ table }) => table === 'kysely_migration')) return ''
  const made = (await session.run('select "name" from "kysely_migration"')).map(({ name }) =>
    String(name),
  )
  refuseNewer(made)
  return migrationNames.findLast((name) => made.includes(name)) ?? ''
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const columnsOf = {
  sqlite: `select m."name" as "table", p."name" as "column", lower(p."type") as "type",
      nullif(p."pk", 0) as "place"
    from "sqlite_master" as m join pragma_table_xinfo(m."name") as p
    where m."type" = 'table' and m."name" not like 'sqlite\\_%' escape '\\' and p."hidden" = 0
    order by 1, 2`,
  postgres: `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as "type",
      array_position(i.indkey::int2[], a.attnum) as "place"
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index as i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and a.attgenerated = ''
    order by 1, 2`,
}

const referencesOf = {
  sqlite: `select distinct m."name" as "table", f."table" as "target"
    from "sqlite_master" as m join pragma_foreign_key_list(m."name") as f where m."type" = 'table'`,
  postgres: `select distinct f.relname as "table", t.relname as "target" from pg_constraint as c
    join pg_class as f on f.oid = c.conrelid join pg_class as t on t.oid = c.confrelid
    where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace`,
}

/** As both engines name them. */
const kinds: Record<string, ColumnKind> = {
  text: 'text',
  'character varying': 'text',
  'varchar(255)': 'text',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'integer',
  date: 'instant',
  'timestamp with time zone': 'instant',
  blob: 'bytes',
  bytea: 'bytes',
}

function asColumnRow({ table, column, type, place }: Values): ColumnRow {
  const at = place === null || place === undefined ? null : Number(place)
  return { table: String(table), column: String(column), type: String(type), place: at }
}

function asReference({ table, target }: Values): Reference {
  return { table: String(table), target: String(target) }
}

function describe(name: string, rows: ColumnRow[]): Table {
  const keyed = rows
    .filter(({ place }) => place !== null)
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const others = rows
    .filter(({ place }) => place === null)
    .toSorted((a, b) => (a.column < b.column ? -1 : 1))
  const columns = [...keyed, ...others].map(({ column, type }) => {
    const kind = kinds[type]
    if (!kind)
      throw new Error(`The column ${name}.${column} is of no type that a copy knows: ${type}`)
    return { name: column, kind }
  })
  if (keyed.length === 0) throw new Error(`The table ${name} has no key to order its rows by`)
  return { name, key: keyed.map(({ column }) => column), columns }
}

/** By name, but each after all that it refers to, itself aside. */
function inOrder(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = []
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const isReady = ({ name }: Table) =>
      references.every(
        ({ table, target }) => table !== name || target === name || !waiting.has(target),
      )
    const ready = left.filter(isReady)
    if (ready.length === 0) throw new Error(`Tables refer to each other in a ring: ${[...waiting]}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}
