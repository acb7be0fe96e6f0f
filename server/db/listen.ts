import pg from 'pg'

const firstWaitMs = 500
const longestWaitMs = 30_000
const connectMs = 10_000

/**
 * Listens to a channel of PostgreSQL's notifications on a connection of its own, and opens another
 * when that one is lost. `onGap` is called each time messages may have been missed. Answers how to stop.
 */
export function listenToPostgres(
  url: string,
  channel: string,
  { onMessage, onGap }: { onMessage: (message: string) => void; onGap: () => void },
) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false

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
    mine.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`)
      waitMs = firstWaitMs
      if (!isFirst) onGap()
    } catch {
      lose()
    }
  }

  return {
    /** Resolves when it listens, or has failed a first time and goes on trying. */
    started: connect(firstWaitMs, true),
    async stop() {
      isOver = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
