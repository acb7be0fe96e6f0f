import { expect, test } from 'vitest'
import { noteBackup } from '../backups/queries.ts'
import { insertRefund } from '../payments/queries.ts'
import { booked, type Portal, signIn } from '../testing/portal.ts'
import { at, openReminding } from '../testing/reminding.ts'
import { findNextLook } from './find-next-look.ts'

/** Monday, Jun 8, 2026 at 8 AM in New York is noon in UTC; reminders are sent two days and two hours before. */
const twoDaysBefore = '2026-06-06T12:00:00.000Z'
const twoHoursBefore = '2026-06-08T10:00:00.000Z'

async function openWithJane() {
  const opened = await openReminding()
  const { portal } = opened
  const jane = await signIn(portal, 'jane@patients.example')
  await booked(portal, jane)
  await opened.deliver()
  return opened
}

const nextAt = (portal: Portal, instant: string) => {
  at(portal, instant)
  return findNextLook(portal.deps)
}

test('a clinic is checked at the instant of its next reminder, or after six hours if none is due before', async () => {
  const { portal } = await openWithJane()
  expect(await nextAt(portal, '2026-06-06T01:00:00.000Z')).toBe('2026-06-06T07:00:00.000Z')
  expect(await nextAt(portal, '2026-06-06T07:00:00.000Z')).toBe(twoDaysBefore)
  expect(await nextAt(portal, '2026-06-06T11:59:00.000Z')).toBe(twoDaysBefore)
  expect(await nextAt(portal, twoDaysBefore)).toBe('2026-06-06T18:00:00.000Z')
  expect(await nextAt(portal, '2026-06-08T07:13:00.000Z')).toBe(twoHoursBefore)
  const { query } = portal.database
  await query.updateTable('clinic').set({ reminderMinutes: '180' }).execute()
  expect(await nextAt(portal, '2026-06-08T07:13:00.000Z')).toBe('2026-06-08T09:00:00.000Z')
  await query.updateTable('clinic').set({ reminderMinutes: '' }).execute()
  expect(await nextAt(portal, '2026-06-08T07:13:00.000Z')).toBe('2026-06-08T13:13:00.000Z')
})

test('the reminder of a cancelled appointment does not cause a check', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const cancelledAt = '2026-06-05T12:00:00.000Z'
  await query.updateTable('appointments').set({ cancelledAt }).execute()
  expect(await nextAt(portal, '2026-06-06T07:00:00.000Z')).toBe('2026-06-06T13:00:00.000Z')
})

test('a clinic with a booking of an unconfirmed account is checked every quarter of an hour', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  await query.updateTable('appointments').set({ unproved: 'jane' }).execute()
  expect(await nextAt(portal, '2026-06-05T07:00:00.000Z')).toBe('2026-06-05T07:15:00.000Z')
})

test('a clinic is checked in a moment while a mail is owed that another process may have had in hand', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const { id, patient } = await query
    .selectFrom('appointments')
    .select(['id', 'patient'])
    .executeTakeFirstOrThrow()
  const now = '2026-06-05T07:00:00.000Z'
  const soon = '2026-06-05T07:00:15.000Z'
  expect(await nextAt(portal, now)).toBe('2026-06-05T13:00:00.000Z')
  await query.insertInto('confirmationsDue').values({ appointmentId: id }).execute()
  expect(await nextAt(portal, now)).toBe(soon)
  await query.deleteFrom('confirmationsDue').execute()
  const owed = { patient, appointmentId: id, reason: null }
  await query.insertInto('closureMailsDue').values(owed).execute()
  expect(await nextAt(portal, now)).toBe(soon)
})

test('a clinic whose backup is due is checked in five minutes, and at the instant of the next one', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const minute = 3 * 60 + 15
  const config = { ...portal.config, backups: { ...portal.config.backups, minute } }
  const next = (instant: string) => {
    at(portal, instant)
    return findNextLook({ ...portal.deps, config })
  }
  expect(await next('2026-06-05T05:00:00.000Z')).toBe('2026-06-05T05:05:00.000Z')
  const made = new Date('2026-06-05T05:01:00.000Z')
  await noteBackup(query, { file: 'a', bytes: 1 }, made, made)
  expect(await next('2026-06-05T05:05:00.000Z')).toBe('2026-06-05T07:15:00.000Z')
})

test('a reminder that waits for its closed day to open does not cause a check', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  await query.updateTable('outbox').set({ sentAt: null, kind: 'reminder' }).execute()
  await query
    .updateTable('outbox')
    .set({ dueAt: twoDaysBefore, trueUntil: twoHoursBefore, appointmentDay: '2026-06-08' })
    .execute()
  expect(await nextAt(portal, twoDaysBefore)).toBe('2026-06-06T12:00:15.000Z')
  await query.insertInto('closures').values({ day: '2026-06-08', reason: 'Burst pipe' }).execute()
  expect(await nextAt(portal, twoDaysBefore)).toBe('2026-06-06T18:00:00.000Z')
  // It is of no use any more, and its body is deleted.
  expect(await nextAt(portal, twoHoursBefore)).toBe('2026-06-08T10:00:15.000Z')
})

test('a mail that waits for an earlier one about its appointment does not cause a check', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const { id: appointmentId } = await query
    .selectFrom('appointments')
    .select('id')
    .executeTakeFirstOrThrow()
  const createdAt = '2026-06-05T07:00:00.000Z'
  const again = '2026-06-05T09:00:00.000Z'
  const mail = { kind: 'x', recipient: 'jane@patients.example', subject: '', text: '', html: '' }
  const queued = { ...mail, appointmentId, createdAt }
  const rows = [
    { ...queued, id: 'a', dueAt: again },
    { ...queued, id: 'b', dueAt: createdAt },
  ]
  await query.insertInto('outbox').values(rows).execute()
  expect(await nextAt(portal, createdAt)).toBe(again)
  // What the earlier one says is over: the later one does not wait for it.
  await query.updateTable('outbox').set({ onlyWhile: 'cancelled' }).where('id', '=', 'a').execute()
  expect(await nextAt(portal, createdAt)).toBe('2026-06-05T07:00:15.000Z')
})

test('a payment or refund that no provider in use can ask about does not cause a check, and a refund of a test does', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const { id: appointmentId } = await query
    .selectFrom('appointments')
    .select('id')
    .executeTakeFirstOrThrow()
  const due = '2026-06-05T12:00:00.000Z'
  const made = {
    provider: 'stripe',
    testMode: 0,
    ...{ appointmentId, amountCents: 59_00, currency: 'usd' },
    ...{ createdAt: due, checkAt: due, cardBrand: null, cardLast4: null },
  } as const
  const open = {
    id: 'open',
    state: 'open',
    intentId: null,
    chargedAt: null,
    settledAt: null,
  } as const
  const paid = { id: 'paid', state: 'succeeded', intentId: 'pi_1' } as const
  await query
    .insertInto('payments')
    .values({ ...made, ...open })
    .execute()
  const charged = { chargedAt: due, settledAt: due }
  await query
    .insertInto('payments')
    .values({ ...made, ...paid, ...charged })
    .execute()
  await insertRefund(query, {
    ...{ paymentId: 'paid', amountCents: 59_00, reason: { text: 'Ill.' }, actor: 'portal' },
    now: new Date(due),
  })
  const next = (payments?: { name: 'stripe'; testMode: boolean }) => {
    at(portal, '2026-06-05T18:00:00.000Z')
    return findNextLook({ ...portal.deps, payments })
  }
  const soon = '2026-06-05T18:00:15.000Z'
  const late = '2026-06-06T00:00:00.000Z'
  const stripe = { name: 'stripe' } as const
  expect(await next({ ...stripe, testMode: true })).toBe(late)
  expect(await next({ ...stripe, testMode: false })).toBe(soon)
  expect(await next()).toBe(late)
  await query.updateTable('payments').set({ testMode: 1 }).execute()
  expect(await next()).toBe(soon)
})
