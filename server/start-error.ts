import { addressOf } from './db/address.ts'
import { DatabaseUnavailable, isDisconnected } from './db/unavailable.ts'

/** Why the portal cannot start, as one line that says what the operator has to mend. */
export class StartError extends Error {}

/** PostgreSQL's codes and the network's for "the database at this address does not do". */
const databaseTroubles: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'it does not answer in time',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'there is no such database',
  '42501': 'the user lacks a right that the migrations need',
  '25006': 'it is read-only',
  '53100': 'its disk is full',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
}

/** The operating system's, for files of ours. */
const fileTroubles: Record<string, string> = {
  EDQUOT: 'the disk under DATA_DIR is full',
  EFBIG: 'the disk under DATA_DIR is full',
  ENOSPC: 'the disk under DATA_DIR is full',
  EROFS: 'the disk under DATA_DIR is read-only',
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const sqliteTroubles: Record<number, string> = {
  5: 'another process is writing to molar.db in DATA_DIR; end it',
  8: 'molar.db in DATA_DIR cannot be written to; mend its owner and mode',
  10: 'the disk under DATA_DIR is full or broken',
  11: 'molar.db in DATA_DIR is damaged; restore a backup',
  13: 'the disk under DATA_DIR is full',
  14: 'molar.db in DATA_DIR cannot be opened; mend its owner and mode',
  26: 'molar.db in DATA_DIR is damaged or something else; restore a backup',
}

/** One line for what an operator can mend; the whole trace for what only a developer can. */
export function explainStart(error: unknown): string {
  if (error instanceof StartError) return `Molar cannot start: ${error.message}.`
  if (!(error instanceof Error)) return String(error)
  const trouble =
    findFileTrouble(error) ?? findFileTrouble(error.cause) ?? findDatabaseTrouble(error)
  return trouble ? `Molar cannot start: ${trouble}.` : (error.stack ?? error.message)
}

function findFileTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return sqliteTroubles[Number(error.errcode) & 0xff]
  return fileTroubles[codeOf(error)]
}

function findDatabaseTrouble(error: Error): string | undefined {
  const listed = databaseTroubles[codeOf(error)] ?? databaseTroubles[codeOf(error.cause)]
  const trouble = listed ?? findConnectionTrouble(error)
  return trouble && `the database at ${addressOf(error)} does not do, ${trouble}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** OpenSSL's and Node's codes, and the messages of `pg` that have none. */
const tlsCode = /^(ERR_TLS|ERR_SSL|UNABLE_TO)_|CERT/
const tlsMessage = /SSL connection/

/** What no table lists, of a connection that cannot be made or is not safe: its message says why. */
function findConnectionTrouble(error: Error): string | undefined {
  const { cause } = error
  if (error instanceof DatabaseUnavailable && cause instanceof Error && isDisconnected(cause)) {
    return cause.message
  }
  const isOfTls = tlsCode.test(codeOf(error)) || tlsMessage.test(error.message)
  // In a folder such as that of `?host=/run/postgresql`.
  const isOfSocket = 'syscall' in error && error.syscall === 'connect'
  const isWithoutSocket = isOfSocket && codeOf(error) === 'ENOENT'
  return isOfTls || isWithoutSocket ? error.message : undefined
}
