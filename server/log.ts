import { type DestinationStream, destination, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured logs without people in them: no names, addresses, tokens or phone numbers are passed
 * in, and of an error only what our own code and the engines wrote (PostgreSQL's `detail` quotes
 * row values, so it stays out).
 */
export function createLog(level: string, stream: DestinationStream = bufferedStdout()): Log {
  return pino({ level, base: null, serializers: { err: describeError } }, stream)
}

function bufferedStdout(): DestinationStream {
  return destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 })
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an Error' }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
