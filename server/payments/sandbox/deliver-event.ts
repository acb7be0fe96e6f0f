import type { ProviderEvent } from '../provider.ts'

/** When an event arrives, in milliseconds from now: `[0]` at once, `[0, 50]` twice, `[]` never. */
export type Deliveries = (event: ProviderEvent) => readonly number[]

/** Brings an event in its own time, as a webhook would come; anyone who caused it never waits for it. */
export function deliverEvent(
  event: ProviderEvent,
  deliveries: Deliveries,
  receive: (event: ProviderEvent) => Promise<void>,
): void {
  for (const delayMs of deliveries(event)) {
    setTimeout(() => void receive(event), delayMs).unref()
  }
}
