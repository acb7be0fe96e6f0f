import { refundReasons } from '../../contract/payments/refund-reasons.ts'
import { readClinic } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { CancelParts } from '../deps.ts'
import type { Refund } from '../payments/payment.ts'
import { type Repeated, repeat } from '../worker.ts'
import { type Appointment, refusalOf } from './appointment.ts'
import { composeCancelling, tryRefunds } from './cancel-appointment.ts'
import { changeAppointment } from './change-appointment.ts'
import { holdAppointment } from './count-paid.ts'
import { claimForAddress, findAccount, listUnproved } from './find-unproved.ts'
import { cardCentsOf } from './money.ts'

const hourMs = 3_600_000
/** Milliseconds between two sweeps. */
const restMs = 60_000

/**
 * Cancels what accounts have booked before their e-mail was confirmed and cannot keep: unpaid
 * appointments after the hours that the clinic sets, those of an account that was removed, and those
 * that collide with what the address has once it is confirmed. Money goes back to the card, the slots
 * to the waitlist. A crash leaves the rest to the next sweep; any number of processes may sweep.
 */
export async function releaseUnproved(parts: CancelParts): Promise<void> {
  const { database, clock, clinicTime, log } = parts
  const { unprovedHours } = await readClinic(database.query)
  const bookedBefore = new Date(clock().getTime() - unprovedHours * hourMs).toISOString()
  const due = await listUnproved(database.query, { ...clinicTime(), bookedBefore })
  for (const one of due) {
    try {
      if (one.verified && (await claim(database.query, one.id))) continue
      await cancel(parts, one, bookedBefore)
    } catch (err) {
      log.error({ err, appointment: one.id }, 'an unconfirmed appointment was not let go')
    }
  }
}

/** False where the address has an appointment that this one collides with. */
async function claim(query: Queries, id: string): Promise<boolean> {
  try {
    await claimForAddress(query, id)
    return true
  } catch (error) {
    if (refusalOf(error)) return false
    throw error
  }
}

async function cancel(
  parts: CancelParts,
  { id, revision }: { id: string; revision: number },
  bookedBefore: string,
): Promise<void> {
  let refunds: Refund[] = []
  const actor = { email: 'portal', userId: '', isStaff: false }
  const outcome = await changeAppointment(parts, { id, revision, actor }, async (_, now, query) => {
    // Nobody pays for it or confirms it from here on.
    const before = await holdAppointment(parts.database, query, id)
    if (before.revision !== revision) return 'unchanged'
    const reason = await whyReleased(query, before, bookedBefore)
    if (!reason) return 'unchanged'
    const detail = refundReasons.en[reason]
    const money = { toCard: cardCentsOf(before), atDesk: before.deskCents, kept: 0 }
    const cause = { actor: actor.email, reason: detail, now }
    const said = { money, cause, detail, tellReason: detail }
    const { mail, ...change } = composeCancelling(before, said, (asked) => {
      refunds = asked
    })
    // Whoever has not confirmed their address is sent nothing.
    return reason === 'alreadyHeld' ? { ...change, mail } : change
  })
  if (outcome.ok) await tryRefunds(parts, refunds)
}

async function whyReleased(
  query: Queries,
  { unproved, paidCents, createdAt, bookedOn }: Appointment,
  bookedBefore: string,
): Promise<'notConfirmed' | 'accountRemoved' | 'alreadyHeld' | null> {
  if (unproved === '') return null
  const account = await findAccount(query, unproved)
  if (!account) return 'accountRemoved'
  if (account.verified) return 'alreadyHeld'
  const isInTime = createdAt > bookedBefore || bookedOn === ''
  const isKept = account.unbounded || paidCents > 0 || isInTime
  return isKept ? null : 'notConfirmed'
}

/** Sweeps at once and then every minute, until stopped. */
export function startReleasing(parts: CancelParts): Repeated {
  return repeat(restMs, async () => {
    await releaseUnproved(parts).catch((err: unknown) => {
      parts.log.error({ err }, 'unconfirmed appointments were not looked through')
    })
  })
}
