import type { Session, Values } from './session.ts'
import { type Column, quoted, type Table } from './tables.ts'

/** PostgreSQL shows microseconds; the portal writes milliseconds. */
const wholeMilliseconds = /(\.\d{3})000Z$/

/** A value as a line of a copy has it; bytes are base64. */
export type Copied = string | number | null

/** The lines of a table, ordered by its key byte by byte, so that both engines write the same ones. */
export async function* readLines(session: Session, table: Table): AsyncIterable<string[]> {
  const isPostgres = session.engine === 'postgres'
  const shown = table.columns.map((column) =>
    isPostgres ? `${asPostgresShows(column)} as ${quoted(column.name)}` : quoted(column.name),
  )
  const key = table.key.map((name) => {
    const isText = table.columns.some((column) => column.name === name && column.kind === 'text')
    return `t.${quoted(name)}${isPostgres && isText ? ' collate "C"' : ''}`
  })
  const query = `select ${shown.join(', ')} from ${quoted(table.name)} as t order by ${key.join(', ')}`
  const names = table.columns.map(
    ({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  )
  const writeLine = (row: Values) => {
    let line = ''
    for (const [at, column] of table.columns.entries()) {
      line += names[at] + JSON.stringify(asCopied(row[column.name], column, table.name))
    }
    return `${line}}\n`
  }
  for await (const rows of session.stream(query)) yield rows.map(writeLine)
}

function asPostgresShows({ name, kind }: Column): string {
  const column = `t.${quoted(name)}`
  if (kind !== 'instant') return column
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

function asCopied(value: unknown, { name, kind }: Column, table: string): Copied {
  if (value === null) return null
  if (kind === 'bytes' && value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (kind === 'integer' && value !== '') {
    // PostgreSQL's driver answers true and false, and large numbers as text.
    const number = Number(value)
    if (Number.isSafeInteger(number)) return number
  }
  if (kind === 'instant' && typeof value === 'string')
    return value.replace(wholeMilliseconds, '$1Z')
  if (kind === 'text' && typeof value === 'string') return value
  throw new Error(`${table}.${name} holds a ${typeof value}, not ${kind}`)
}
