import { write as writeCallback, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** The most characters waiting to be written; further lines are dropped. */
const mostWaiting = 4_000_000

/** Milliseconds for which lines are buffered, and between two tries to write to a full pipe. */
const gatherMs = 250

/**
 * Structured logs without personal data: no names, addresses, tokens or phone numbers are passed in, and of an
 * error only text that our own code and the engines wrote (PostgreSQL's `detail` quotes row values, so it is
 * left out).
 */
export function createLog(level: string, stream: DestinationStream = gather(1)): Log {
  return pino({ level, base: null, serializers: { err: describeError } }, stream)
}

/**
 * Writes lines in batches and never blocks on it. Lines that cannot be written, on a full disk or to a pipe
 * without a reader, are dropped and counted: pino's own destination would retry forever, and at the exit even
 * block the process.
 */
function gather(descriptor: number): DestinationStream & { flush(): void } {
  let waiting: string[] = []
  let size = 0
  let lost = 0
  let isScheduled = false
  let isWriting = false

  /** All waiting lines, after a line that counts the dropped ones. */
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

  /** At the exit no timer runs any more. */
  function flush(): void {
    try {
      if (size > 0) writeSync(descriptor, take().chunk)
    } catch {
      // There is no other place to report it.
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
      // The pipe is full.
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
