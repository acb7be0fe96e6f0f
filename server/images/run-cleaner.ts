import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { Log } from '../http/log.ts'

const cleaner = join(import.meta.dirname, 'clean-picture.ts')

/** A photo of ten megabytes and the form around it. */
const mostBytes = 10_000_000 + 64 * 1024
/** From the first byte to the answer, in milliseconds. */
const patienceMs = 90_000

const reasons = ['no_image', 'image_too_large', 'missing', 'several', 'malformed'] as const
const Pictures = z.object({ large: z.instanceof(Uint8Array), small: z.instanceof(Uint8Array) })
const CleanerAnswer = z.union([Pictures, z.object({ refused: z.enum(reasons) })])
/** Two square WebP pictures of 480 and 96 pixels, or why there are none. */
export type CleanerAnswer = z.infer<typeof CleanerAnswer>

/**
 * Has an upload read by a process of its own: what a hostile picture can do there is take some
 * memory, or end that process. Not more than a photo's bytes are taken from `body`, and none of them
 * stay here.
 */
export async function runCleaner(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  log: Log,
  program = cleaner,
): Promise<CleanerAnswer> {
  const child = fork(program, [contentType], {
    // It reads strangers' bytes and needs none of our secrets.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  try {
    return await Promise.race([answerOf(child, log), feed(child, body)])
  } finally {
    child.removeAllListeners('exit').kill('SIGKILL')
  }
}

async function answerOf(child: ChildProcess, log: Log): Promise<CleanerAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(CleanerAnswer.parseAsync(message)))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      log.warn({ code, signal }, 'the cleaner of pictures ended without an answer')
      resolve({ refused: 'no_image' })
    })
  })
}

/** Has no answer of its own unless the body cannot be read to its end. */
async function feed(child: ChildProcess, body: AsyncIterable<Uint8Array>): Promise<CleanerAnswer> {
  const { stdin } = child
  if (!stdin) throw new Error('The cleaner has no standard input')
  try {
    await pipeline(body, limitBytes, stdin)
  } catch (error) {
    if (error instanceof BrokenOff) return { refused: error.reason }
    // Else the cleaner has closed its input by ending, and that has an answer of its own.
  }
  return new Promise(() => {})
}

/** The body was not read to its end. */
class BrokenOff extends Error {
  readonly reason: 'image_too_large' | 'malformed'

  constructor(reason: BrokenOff['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

async function* limitBytes(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > mostBytes) throw new BrokenOff('image_too_large')
      yield chunk
    }
  } catch (error) {
    // The browser has gone.
    throw error instanceof BrokenOff ? error : new BrokenOff('malformed', { cause: error })
  }
}
