import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { createStripePayments, type StripePayments } from './stripe/stripe.ts'

export type Payments = StripePayments | Sandbox

/** The payment provider by this configuration; `undefined` where patients pay at the clinic. */
export async function chooseProvider(parts: {
  config: Config
  database: Database
  clock: Clock
}): Promise<Payments | undefined> {
  const settings = parts.config.payments
  if (settings.provider === 'stripe') return createStripePayments(settings)
  return settings.provider === 'sandbox' ? createSandbox(parts) : undefined
}
