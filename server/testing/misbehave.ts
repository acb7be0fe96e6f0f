import { setTimeout as wait } from 'node:timers/promises'
import { type PaymentProvider, ProviderUnavailable } from '../payments/provider.ts'

type Call = 'createIntent' | 'readIntent' | 'cancelIntent' | 'refund' | 'readRefund'

/** What goes wrong around a call. */
export type Faults = {
  /** Milliseconds before a call takes effect. */
  delayMs?: (call: Call) => number
  /** The answer is lost `before` a call takes effect, or `after` it has, unknown to the caller. */
  losesAnswer?: (call: Call) => 'before' | 'after' | null
}

/** A provider behind a bad line. */
export function misbehave<P extends PaymentProvider>(provider: P, faults: Faults): P {
  const through =
    <In, Out>(call: Call, pass: (input: In) => Promise<Out>) =>
    async (input: In): Promise<Out> => {
      const delayMs = faults.delayMs?.(call) ?? 0
      if (delayMs > 0) await wait(delayMs)
      const loss = faults.losesAnswer?.(call) ?? null
      if (loss === 'before') throw new ProviderUnavailable(`${call} was not reached`)
      const answer = await pass(input)
      if (loss === 'after') throw new ProviderUnavailable(`the answer to ${call} was lost`)
      return answer
    }
  return {
    ...provider,
    createIntent: through('createIntent', provider.createIntent),
    readIntent: through('readIntent', provider.readIntent),
    cancelIntent: through('cancelIntent', provider.cancelIntent),
    refund: through('refund', provider.refund),
    readRefund: through('readRefund', provider.readRefund),
  }
}
