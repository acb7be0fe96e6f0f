/**
 * `away`: it does not answer. `busy`: another session blocks it. `full`: its disk is full. `moving`: it is
 * being copied to another place, or was, and takes no writes.
 */
type Trouble = 'away' | 'busy' | 'full' | 'read-only' | 'moving'

/** The error with which triggers refuse a write while the database is being moved. */
export const movingRefusal = { sqlite: 'molar_moving', postgres: 'ML001' } as const

/** The database could not do its work, through no fault of the statement: a retry may succeed. */
export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause: Error) {
    super(`The database is ${trouble}: ${cause.message}`, { cause })
    this.trouble = trouble
  }
}

export function isMoving(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.trouble === 'moving'
}

/** The same error, or a `DatabaseUnavailable` around it where the engine says that a retry may succeed. */
export function explainError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const trouble = 'errcode' in error ? sqliteTrouble(error) : postgresTrouble(error)
  return trouble ? new DatabaseUnavailable(trouble, error) : error
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const sqliteTroubles: Record<number, Trouble> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'full',
  13: 'full',
  14: 'full',
}

function sqliteTrouble(error: Error & { errcode: unknown }): Trouble | undefined {
  if (error.message === movingRefusal.sqlite) return 'moving'
  return sqliteTroubles[Number(error.errcode) & 0xff]
}

/** PostgreSQL's codes (appendix A of its manual); the classes 08 and 57P are lost connections. */
const postgresTroubles: Record<string, Trouble> = {
  '25006': 'read-only',
  '25P03': 'busy',
  '53100': 'full',
  '53200': 'busy',
  '53300': 'busy',
  '53400': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '58030': 'full',
  [movingRefusal.postgres]: 'moving',
}

/** pg's messages without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|Postgres connection has been discarded)/

function postgresTrouble(error: Error): Trouble | undefined {
  if (isDisconnected(error)) return 'away'
  return 'code' in error ? postgresTroubles[String(error.code)] : undefined
}

/** Whether a connection to PostgreSQL could not be made, or was lost. */
export function isDisconnected(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  // A `syscall` is an error of the operating system: refused, reset, no route, no such host.
  return 'syscall' in error || /^(08|57P)/.test(code) || lostConnection.test(error.message)
}
