import { write as writeCallback, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Characters that wait to be written at most; what comes on top is lost. */
const mostWaiting = 4_000_000

/** Milliseconds for which lines are gathered, and between two tries of a pipe that is full. */
const gatherMs = 250

/**
 * Structured logs without people in them: no names, addresses, tokens or phone numbers are passed
 * in, and of an error only what our own code and the engines wrote (PostgreSQL's `detail` quotes
 * row values, so it stays out).
 */
export function createLog(level: string, stream: DestinationStream = gather(1)): Log {
  return pino({ level, base: null, serializers: { err: describeError } }, stream)
}

/**
 * Writes lines together and never waits for it. Where they cannot be written, on a full disk or to a
 * pipe that nobody reads, they are dropped and counted: pino's own destination would try for ever, at
 * the exit even without letting go of the process.
 */
function gather(descriptor: number): DestinationStream & { flush(): void } {
  let waiting: string[] = []
  let size = 0
  let lost = 0
  let isScheduled = false
  let isWriting = false

  /** Everything that waits, after a line that says what is missing. */
  function take() {
    const note = { level: 40, time: Date.now(), msg: `${lost} lines of the log were lost` }
    const text = (lost > 0 ? `${JSON.stringify(note)}\n` : '') + waiting.join('')
    const count = lost + waiting.length
    waiting = []
    size = 0
    lost = 0
    return { chunk: Buffer.from(text), count }
  }

  function schedule(): void {
    if (!isScheduled) setTimeout(writeAll, gatherMs).unref()
    isScheduled = true
  }

  async function writeAll(): Promise<void> {
    isScheduled = false
    if (isWriting || size === 0) return
    isWriting = true
    const { chunk, count } = take()
    await writeChunk(descriptor, chunk).catch(() => {
      lost += count
    })
    isWriting = false
    if (size > 0) schedule()
  }

  /** At the end nothing else gets a turn. */
  function flush(): void {
    try {
      if (size > 0) writeSync(descriptor, take().chunk)
    } catch {
      // There is nobody left to tell.
    }
  }

  process.on('exit', flush)
  return {
    write(line) {
      if (size > mostWaiting) {
        lost += 1
        return
      }
      waiting.push(line)
      size += line.length
      schedule()
    },
    flush,
  }
}

const write = promisify(writeCallback)

async function writeChunk(descriptor: number, chunk: Buffer): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    try {
      written += (await write(descriptor, chunk, written)).bytesWritten
    } catch (error) {
      // A pipe that is full.
      if (!isAgain(error)) throw error
      await wait(gatherMs, undefined, { ref: false })
    }
  }
}

function isAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an Error' }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
