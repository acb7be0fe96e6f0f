/** One reader of server-sent events. */
export type LiveStream = {
  response: Response
  /** Something changed on a day, or on any with `*`. */
  send(day: string): void
  /**
   * A sign of life for the reader and for the proxies in between. A reader who has not taken the one
   * before is gone, or was never there: the stream ends.
   */
  beat(): void
  close(): void
}

const encoder = new TextEncoder()
/** An event, since a page is told of no comment: silence tells it that the stream is dead. */
const heartbeat = 'event: beat\ndata: here\n\n'

/**
 * Streams which days change. A reader who is slow gets each day once, however often it changed
 * meanwhile, so nothing piles up. `onLeave` is called once, when either side ends it.
 */
export function openLiveStream(onLeave: () => void): LiveStream {
  // The first bytes: the reader knows that from here on nothing is missed.
  const waiting = new Set([': listening\n\n'])
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOver = false

  function flush(): void {
    for (const text of waiting) {
      if (!controller?.desiredSize || controller.desiredSize < 1) return
      waiting.delete(text)
      controller.enqueue(encoder.encode(text))
    }
  }

  function leave(): void {
    if (isOver) return
    isOver = true
    waiting.clear()
    onLeave()
  }

  function put(text: string): void {
    if (isOver) return
    waiting.add(text)
    flush()
  }

  function close(): void {
    if (isOver) return
    leave()
    controller?.close()
  }

  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
      flush()
    },
    pull: flush,
    cancel: leave,
  })
  return {
    response: new Response(body, { headers }),
    send: (day) => put(`event: day\ndata: ${day}\n\n`),
    beat: () => (waiting.has(heartbeat) ? close() : put(heartbeat)),
    close,
  }
}

/** Proxies must not collect it; and a server that stops must not wait for its connection. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  connection: 'close',
}
