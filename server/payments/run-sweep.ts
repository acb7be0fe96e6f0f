import { setTimeout as wait } from 'node:timers/promises'
import { type PaymentParts, ProviderUnavailable } from './provider.ts'
import { sweepPayments } from './sweep-payments.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

export type Sweep = {
  /** Finishes the look in hand, then rests for good. */
  stop(): Promise<void>
}

/**
 * Sweeps until stopped, at once and then on a schedule. The first sweep looks at everything, since
 * what came before it may have ended in a crash. Does nothing where cards are not taken.
 */
export function startSweep(
  parts: Omit<PaymentParts, 'payments'> & { payments?: PaymentParts['payments'] | undefined },
): Sweep {
  const { payments, log } = parts
  if (!payments) return { stop: async () => {} }
  const stopped = new AbortController()

  const run = async () => {
    for (let everything = true; !stopped.signal.aborted; everything = false) {
      await sweepPayments({ ...parts, payments }, { everything }).catch((err: unknown) => {
        const away = err instanceof ProviderUnavailable
        log[away ? 'warn' : 'error']({ err }, 'sweep of payments not finished')
      })
      await wait(restMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
