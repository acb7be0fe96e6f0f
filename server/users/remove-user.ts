import type { Day } from '../../contract/date.ts'
import type { ReasonCode } from '../../contract/payments/refund-reasons.ts'
import { type Appointment, cardCentsOf, type MoneyBack } from '../appointments/appointment.ts'
import { storeCancelling } from '../appointments/cancel.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import { makeRemovedKey } from '../appointments/search-keys.ts'
import { readTerms } from '../appointments/terms.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { holdPasswordHash } from '../identity/passwords/hold-password.ts'
import type { Refund } from '../payments/payment.ts'
import { lacksProvider, runRefunds } from '../payments/refunds/refund.ts'
import { testCentsOf, withoutTests } from '../payments/test-payments.ts'
import { forgetSearches } from '../privacy/forget-searches.ts'
import { endRequestsOf, holdLinesOf } from '../waitlist/end-request.ts'
import { passExpired } from '../waitlist/pass-expired.ts'
import { type FarewellMoney, queueFarewell } from './mails.ts'
import {
  deleteUser,
  endInvitations,
  findForRemoval,
  lockAdmins,
  lockForRemoval,
  lockUpcoming,
  type Removed,
  removePerson,
  selectUpcoming,
  type Whose,
} from './queries.ts'

type Asked = {
  whose: Whose
  /** E-mail of the member of staff; `null` where the account's holder does it. */
  by: string | null
  appointments: 'cancel' | 'keep'
  /** What the account's holder was shown: with anything else nothing is removed. */
  shown?: { ids: readonly string[]; refundCents: number }
  /** The hash of the password that the holder has proved, `null` for none: with another nothing is removed. */
  proved?: string | null
  /** Asked once the account is locked: where it is false by now, nothing is removed. */
  isDue?: (query: Queries) => Promise<boolean>
}

type Refusal = 'self_removal' | 'last_admin' | 'refund_unavailable' | 'changed' | 'wrong_password'
type Removal =
  /** `key` stands in the place of the person from now on. */
  { ok: true; deletedCount: number; key: string } | { ok: false; reason: Refusal }

type Done = { removal: Removal; refunds: Refund[]; days: Day[] }

/**
 * Removes an account and the person from all that stays, in one transaction. Their appointments to come
 * are cancelled, or stand without an address; what they wait for goes to the next in line. An admin
 * removes neither themself nor the last one: of two who remove each other at once, one stays.
 */
export async function removeUser(parts: BookingParts, asked: Asked): Promise<Removal> {
  if ('email' in asked.whose && asked.whose.email === asked.by) {
    return { ok: false, reason: 'self_removal' }
  }
  const { database, changes, outbox } = parts
  await passExpired(parts)
  const known = await findForRemoval(database.query, asked.whose)
  if (known)
    await forgetSearches(database.query, { ...known, email: known.address, birthDate: null })
  const { removal, refunds, days } = await database.query
    .transaction()
    .execute((query) => remove(parts, query, asked))
    .catch((error: unknown): Done => {
      if (!(error instanceof NotRemoved)) throw error
      return { removal: { ok: false, reason: error.reason }, refunds: [], days: [] }
    })
  changes.publish(...days)
  if (removal.ok) outbox.wake()
  await runRefunds(parts, refunds)
  return removal
}

/** Takes back what the transaction has done. */
class NotRemoved extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

async function remove(parts: BookingParts, query: Queries, asked: Asked): Promise<Done> {
  const { database, clock, clinicTime } = parts
  await holdBookings(database, query)
  const known = await findForRemoval(query, asked.whose)
  if (known) await holdLinesOf(parts, query, known)
  const admins = await lockAdmins(query, database.engine)
  const user = await lockForRemoval(query, database.engine, asked.whose)
  if (!user) return { removal: { ok: true, deletedCount: 0, key: '' }, refunds: [], days: [] }
  const { proved, isDue } = asked
  if (isDue && !(await isDue(query))) throw new NotRemoved('changed')
  const hash = proved !== undefined && (await holdPasswordHash(query, database.engine, user.id))
  if (proved !== undefined && hash !== proved) throw new NotRemoved('wrong_password')
  if (admins.length === 1 && admins[0] === user.email) throw new NotRemoved('last_admin')
  const key = makeRemovedKey(user.id)
  const days = await endRequestsOf(query, parts, { email: user.email })
  const upcoming = await lockUpcoming(database, query, user, clinicTime())
  const cancelled = asked.appointments === 'cancel' ? upcoming : []
  const { refunds, money, freed } = await cancelAll(parts, query, cancelled, { ...asked, key })
  const kept = asked.appointments === 'keep' ? upcoming.map(({ id }) => id) : []
  const tellsPerson = user.verified && (asked.by === null || cancelled.length > 0)
  const farewell = { address: user.address, cancelled, money, isOwn: asked.by === null }
  const queueLast = tellsPerson ? await queueFarewell(query, parts.config, farewell) : undefined
  const { authSecret } = parts.config
  await endInvitations(query, { invitedBy: user.email, now: clock().toISOString() })
  await removePerson(query, user, { key, kept, authSecret, now: clock() })
  await deleteUser(query, user)
  await queueLast?.(clock())
  // Who looks at a day sees that what is kept has no address any more.
  const touched = [...days, ...freed, ...upcoming.map(({ day }) => day)]
  return { removal: { ok: true, deletedCount: 1, key }, refunds, days: touched }
}

/** Cancels each as the usual operation does, without the mail that each would bring. */
async function cancelAll(
  parts: BookingParts,
  query: Queries,
  upcoming: readonly Appointment[],
  { by, shown, key }: Asked & { key: string },
): Promise<{ refunds: Refund[]; money: FarewellMoney; freed: Day[] }> {
  const now = parts.clock()
  const total = { toCard: 0, atDesk: 0, kept: 0, test: 0 }
  let refundCents = 0
  const refunds: Refund[] = []
  const freed: Day[] = []
  const isOwn = by === null
  const code: ReasonCode = isOwn ? 'cancelled' : 'account_ended'
  for (const before of upcoming) {
    const money = await moneyOf(parts, query, before, isOwn)
    const isStuck = await lacksProvider(query, parts.payments, before, money.toCard)
    if (isStuck) throw new NotRemoved('refund_unavailable')
    const test = await testCentsOf(query, parts.payments, before.id)
    const cause = { actor: by ?? key, reason: { code }, now }
    const cancelling = { cause, money, isByPatient: isOwn, isMailed: false }
    const outcome = await storeCancelling(query, parts, before, cancelling)
    if (!outcome.ok) throw new NotRemoved('changed')
    refunds.push(...outcome.refunds)
    freed.push(...outcome.days)
    refundCents += money.toCard
    const received = { ...withoutTests(money, test), test }
    for (const part of ['toCard', 'atDesk', 'kept', 'test'] as const) total[part] += received[part]
  }
  if (shown && !isAsShown(shown, upcoming, refundCents)) throw new NotRemoved('changed')
  return { refunds, money: total, freed }
}

function isAsShown(
  shown: NonNullable<Asked['shown']>,
  upcoming: readonly Appointment[],
  refundCents: number,
): boolean {
  const known = new Set(shown.ids)
  return (
    shown.refundCents === refundCents &&
    known.size === upcoming.length &&
    upcoming.every(({ id }) => known.has(id))
  )
}

/** All of it if the clinic removes the account; by the clinic's refund rule if its holder deletes it. */
async function moneyOf(
  parts: BookingParts,
  query: Queries,
  appointment: Appointment,
  isOwn: boolean,
): Promise<MoneyBack> {
  const { paidCents, deskCents } = appointment
  const all = { toCard: cardCentsOf(appointment), atDesk: deskCents, kept: 0 }
  if (!isOwn) return all
  const { givesBack } = await readTerms(parts, query, appointment, parts.clock())
  return givesBack ? all : { toCard: 0, atDesk: 0, kept: paidCents }
}

/** An account's appointments to come, with what their cancelling brings back; `null` for no account. */
export async function readEnding(parts: BookingParts, whose: Whose, isOwn: boolean) {
  const { database, clinicTime } = parts
  const user: Removed | undefined = await findForRemoval(database.query, whose)
  if (!user) return null
  const upcoming = await selectUpcoming(database.query, user, clinicTime()).execute()
  const each = await Promise.all(
    upcoming.map(async (appointment) => ({
      appointment,
      money: await moneyOf(parts, database.query, appointment, isOwn),
      testCents: await testCentsOf(database.query, parts.payments, appointment.id),
    })),
  )
  const refundCents = each.reduce((sum, { money }) => sum + money.toCard, 0)
  return { user, each, refundCents }
}
