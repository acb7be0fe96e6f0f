/** One client of server-sent events. */
export type LiveStream = {
  response: Response
  /** Something changed on a day, or on any day with `*`. */
  send(day: string): void
  /**
   * A heartbeat for the client and the proxies in between. If the client has not read the one before, it is
   * gone: the stream ends.
   */
  beat(): void
  close(): void
}

const encoder = new TextEncoder()
/** An event, since a page does not see comments: silence shows the page that the stream is dead. */
const heartbeat = 'event: beat\ndata: here\n\n'

/**
 * Streams the days that change. A slow client gets each day once, however often it changed in between, so the
 * queue stays bounded. `onLeave` is called once, when either side ends the stream.
 */
export function openLiveStream(onLeave: () => void): LiveStream {
  // The first bytes: from here on the client misses nothing.
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

/** Proxies must not buffer it; and a stopping server must not wait for its connection. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  connection: 'close',
}
