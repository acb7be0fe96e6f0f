import { setImmediate as nextTurn } from 'node:timers/promises'
import { findById } from '../appointments/find-appointment.ts'
import type { Instant } from '../clock.ts'
import { startWorker, type Worker } from '../worker.ts'
import { type Payment, type PaymentParts, type RefundParts, whyNotPayable } from './payment.ts'
import { ProviderUnavailable } from './provider.ts'
import { claimCheck, listDue, listOpen, markCancelled } from './queries.ts'
import { runRefund } from './refunds/refund.ts'
import { closePayment, settlePayment } from './settle-payment.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps until stopped, at once and then on a schedule. The first sweep looks at everything, since
 * what came before it may have ended in a crash.
 */
export function startSweep(parts: RefundParts): Worker {
  return startWorker(restMs, async (turn) => {
    await sweepPayments(parts, { everything: turn === 0 }).catch((err: unknown) => {
      const away = err instanceof ProviderUnavailable
      parts.log[away ? 'warn' : 'error']({ err }, 'sweep of payments not finished')
    })
  })
}

/** Milliseconds between looks at one payment: as long as it has been open, within these. */
const shortestRestMs = 60_000

const longestRestMs = 3_600_000

/** Milliseconds until an unconfirmed intent is cancelled; opening the payment screen creates a new one. */
const longestOpenMs = 86_400_000

/** A row without an intent whose maker is surely dead: its secret was never handed out. */
const longestWithoutIntentMs = 3_600_000

/**
 * Asks the provider about every open payment and unfinished refund that is due, or about all of them, and
 * records the answers: every charge is known eventually, even after a crash or a lost event. Any number of
 * processes may do so concurrently. Where cards are not taken it ends refunds of test payments, and leaves the
 * rest. Throws `ProviderUnavailable`.
 */
export async function sweepPayments(
  parts: RefundParts,
  { everything = false }: { everything?: boolean } = {},
): Promise<void> {
  const { database, clock, payments } = parts
  const dueBefore = everything ? undefined : clock().toISOString()
  if (payments) await sweepOpen({ ...parts, payments }, dueBefore)
  for (const refund of await listDue(database.query, { inUse: payments, dueBefore })) {
    await nextTurn()
    await runRefund(parts, refund)
  }
}

async function sweepOpen(parts: PaymentParts, dueBefore: Instant | undefined): Promise<void> {
  const { database, clock, payments } = parts
  for (const payment of await listOpen(database.query, { inUse: payments, dueBefore })) {
    // On SQLite, with the sandbox, nothing below would leave this turn of the event loop.
    await nextTurn()
    if (await claimCheck(database.query, payment, nextCheck(payment, clock()))) {
      await checkPayment(parts, payment).catch((err: unknown) => {
        if (err instanceof ProviderUnavailable) throw err
        // One that cannot be understood must not keep the others waiting.
        parts.log.error({ err, payment: payment.id }, 'payment not checked')
      })
    }
  }
}

function nextCheck({ createdAt }: Payment, now: Date): string {
  const age = ageOf(createdAt, now)
  const rest = Math.min(Math.max(age, shortestRestMs), longestRestMs)
  return new Date(now.getTime() + rest).toISOString()
}

function ageOf(createdAt: string, now: Date): number {
  return now.getTime() - Date.parse(createdAt)
}

async function checkPayment(parts: PaymentParts, payment: Payment): Promise<void> {
  const now = parts.clock()
  const age = ageOf(payment.createdAt, now)
  if (payment.intentId === null) {
    if (age < longestWithoutIntentMs) return
    await markCancelled(parts.database.query, payment, now.toISOString())
    return
  }
  const settled = await settlePayment(parts, payment.intentId)
  const unpaid = !settled.ok && ['not_paid', 'unknown_transaction'].includes(settled.reason)
  if (!unpaid) return
  const appointment = await findById(parts.database.query, payment.appointmentId)
  const payable = appointment && (await whyNotPayable(appointment, parts)) === null
  if (!payable || age >= longestOpenMs) await closePayment(parts, payment)
}
