import { startWorker, type Worker } from '../worker.ts'
import type { PaymentParts } from './payment.ts'
import { ProviderUnavailable } from './provider.ts'
import { sweepPayments } from './sweep-payments.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps until stopped, at once and then on a schedule. The first sweep looks at everything, since
 * what came before it may have ended in a crash. Does nothing where cards are not taken.
 */
export function startSweep(
  parts: Omit<PaymentParts, 'payments'> & { payments?: PaymentParts['payments'] | undefined },
): Worker {
  const { payments, log } = parts
  if (!payments) return { wake: () => {}, stop: async () => {} }
  return startWorker(restMs, async (turn) => {
    await sweepPayments({ ...parts, payments }, { everything: turn === 0 }).catch(
      (err: unknown) => {
        const away = err instanceof ProviderUnavailable
        log[away ? 'warn' : 'error']({ err }, 'sweep of payments not finished')
      },
    )
  })
}
