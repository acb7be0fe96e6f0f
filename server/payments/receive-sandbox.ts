import type { PaymentParts } from './payment.ts'
import { ProviderUnavailable } from './provider.ts'
import { receiveEvent } from './receive-event.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/** Takes the sandbox's events in process, where Stripe would call the webhook. */
export function receiveSandbox(parts: Omit<PaymentParts, 'payments'>, payments: Sandbox): void {
  payments.listen(async (event) => {
    await receiveEvent({ ...parts, payments }, event).catch((err: unknown) => {
      const away = err instanceof ProviderUnavailable
      parts.log[away ? 'warn' : 'error']({ err, event: event.id }, 'event not acted on')
    })
  })
}
