import { deliverDueMail, type MailParts } from './deliver-mail.ts'
import { atOnce } from './smtp.ts'

export type Outbox = {
  /** Looks for due mail now; call it after a commit that queued some. */
  wake(): void
  /** Finishes the mails in hand, then rests for good. */
  stop(): Promise<void>
}

/** Milliseconds between looks at the outbox when nobody wakes it: retries, other processes' mail. */
const pollMs = 5_000

type OutboxParts = MailParts & {
  /** Queues mail that is owed and not written yet; true when there was some. */
  gather?: () => Promise<boolean>
}

/** Mails that one lane sends before it is looked again at what is owed. */
const perRound = 10

/** Sends mail as it falls due, several at a time, until stopped. Any number of processes may do so. */
export function runOutbox(parts: OutboxParts): Outbox {
  let stopped = false
  let woken = false
  let rest: { end(): void } | null = null

  const pause = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        rest = null
        resolve()
      }
      const timer = setTimeout(end, pollMs)
      rest = { end }
    })

  const run = async () => {
    while (!stopped) {
      woken = false
      const busy = await work(parts, () => stopped)
      // A wake during the look may have come just after it.
      if (!busy && !woken && !stopped) await pause()
    }
  }

  const running = run()
  return {
    wake() {
      woken = true
      rest?.end()
    },
    async stop() {
      stopped = true
      rest?.end()
      await running
      parts.mailer.close?.()
    },
  }
}

/**
 * Gathers, then sends what is due; what goes wrong with the first does not keep the second waiting.
 * True when there was something to do.
 */
async function work({ gather, ...parts }: OutboxParts, isStopped: () => boolean): Promise<boolean> {
  const fail = (err: unknown) => {
    parts.log.error({ err }, 'outbox out of reach')
    return false
  }
  const send = async () => {
    let sent = 0
    while (sent < perRound && !isStopped() && (await deliverDueMail(parts).catch(fail))) sent += 1
    return sent > 0
  }
  const gathered = (await gather?.().catch(fail)) ?? false
  const sent = await Promise.all(Array.from({ length: atOnce }, send))
  return gathered || sent.includes(true)
}
