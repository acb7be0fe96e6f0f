import pg from 'pg'

const firstWaitMs = 500
const longestWaitMs = 30_000
const connectMs = 10_000

/** Sent on every channel. */
const anything = '*'

/** `onGap` is called each time messages may have been missed. */
type Subscriber = { onMessage: (message: string) => void; onGap: () => void }

/**
 * Subscribes to PostgreSQL notification channels, all on one connection, which is opened for the first channel
 * and reopened when it is lost. If notifications of other connections may not arrive here, every `askMs` all
 * subscribers are notified that anything may have changed.
 */
export function createListener(url: string, askMs?: number) {
  const subscribers = new Map<string, Set<Subscriber>>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connected: Promise<void> | undefined
  let isOver = false
  const asking = askMs === undefined ? undefined : setInterval(tellOfAnything, askMs)
  asking?.unref()

  function tellOfAnything(): void {
    for (const each of subscribers.values()) for (const { onMessage } of each) onMessage(anything)
  }

  async function connect(waitMs: number, isFirst: boolean): Promise<void> {
    if (isOver) return
    const mine = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    })
    client = mine
    let isLost = false
    const lose = () => {
      if (isLost || isOver) return
      isLost = true
      mine.end().catch(() => {})
      timer = setTimeout(() => void connect(Math.min(waitMs * 2, longestWaitMs), false), waitMs)
      timer.unref()
    }
    mine.on('error', lose)
    mine.on('end', lose)
    mine.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of subscribers.get(channel) ?? []) onMessage(payload ?? '')
    })
    try {
      await mine.connect()
      for (const channel of subscribers.keys()) await mine.query(listenTo(channel))
      waitMs = firstWaitMs
      if (!isFirst)
        for (const { onGap } of [...subscribers.values()].flatMap((all) => [...all])) onGap()
    } catch {
      lose()
    }
  }

  /**
   * Resolves when it is subscribed, or has failed once and keeps retrying. Returns a function to unsubscribe.
   */
  async function listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>> {
    const known = subscribers.get(channel)
    subscribers.set(channel, (known ?? new Set()).add(subscriber))
    const isNew = connected !== undefined && !known
    connected ??= connect(firstWaitMs, true)
    await connected
    // If the connection is lost now, its successor subscribes to all channels.
    if (isNew) await client?.query(listenTo(channel)).catch(() => {})
    return () => leave(channel, subscriber)
  }

  async function leave(channel: string, subscriber: Subscriber): Promise<void> {
    const those = subscribers.get(channel)
    those?.delete(subscriber)
    if (those?.size !== 0) return
    subscribers.delete(channel)
    await client?.query(`un${listenTo(channel)}`).catch(() => {})
  }

  return {
    listen,
    async stop() {
      isOver = true
      clearTimeout(timer)
      clearInterval(asking)
      await client?.end().catch(() => {})
    },
  }
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`
}
