import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Deps } from '../app.ts'
import type { Changed } from '../appointments/watch-changes.ts'

/** Milliseconds; shorter than the patience of the proxies in between. */
const heartbeatMs = 20_000

/**
 * Streams which days change, from when the stream opens until its reader leaves, is no admin any more
 * or the server stops. A reader who is slow gets each day once, however often it changed meanwhile.
 */
export async function watchDays(
  http: Context,
  { changes, callers, log }: Pick<Deps, 'changes' | 'callers' | 'log'>,
): Promise<Response> {
  const cookies = http.req.header('cookie') ?? ''
  const mailbox = createMailbox()
  const stop = await changes.listen(mailbox.put, mailbox.close)
  const beat = setInterval(async () => {
    const reader = await callers.bySession(cookies).catch(() => null)
    if (reader?.role === 'admin') mailbox.put('heartbeat')
    else mailbox.close()
  }, heartbeatMs)
  const leave = () => {
    clearInterval(beat)
    stop()
    mailbox.close()
  }
  const response = streamSSE(
    http,
    async (stream) => {
      stream.onAbort(leave)
      // The first bytes: the reader knows that from here on nothing is missed.
      await stream.write(': listening\n\n')
      for await (const word of mailbox.words()) await send(stream, word)
      leave()
    },
    async (err) => {
      leave()
      log.warn({ err }, 'a live stream broke')
    },
  )
  // Proxies must not collect it; and a server that stops must not wait for its connection.
  response.headers.set('x-accel-buffering', 'no')
  response.headers.set('connection', 'close')
  return response
}

type Word = Changed | 'heartbeat'

async function send(stream: SSEStreamingApi, word: Word): Promise<void> {
  if (word === 'heartbeat') await stream.write(': here\n\n')
  else await stream.writeSSE({ event: 'day', data: word })
}

/** What waits for one reader: each word once. */
function createMailbox() {
  const waiting = new Set<Word>()
  let isClosed = false
  let wake = () => {}

  async function* words(): AsyncGenerator<Word> {
    while (!isClosed) {
      for (const word of waiting) {
        waiting.delete(word)
        yield word
      }
      if (isClosed) return
      await new Promise<void>((resolve) => {
        wake = resolve
        if (waiting.size > 0) resolve()
      })
    }
  }

  return {
    words,
    put(word: Word) {
      waiting.add(word)
      wake()
    },
    close() {
      isClosed = true
      wake()
    },
  }
}
