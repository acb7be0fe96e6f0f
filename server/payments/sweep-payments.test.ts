import { expect, test } from 'vitest'
import { misbehave } from '../testing/misbehave.ts'
import {
  books,
  cancel,
  charge,
  openScreen,
  openTill,
  secretOf,
  tryCard,
} from '../testing/paying.ts'
import type { Portal } from '../testing/portal.ts'
import { startSweep, sweepPayments } from './sweep-payments.ts'

const hourMs = 3_600_000

async function sweepAfter(ms: number, { portal, sandbox }: Awaited<ReturnType<typeof openTill>>) {
  portal.time.now = new Date(portal.time.now.getTime() + ms)
  await sweepPayments({ ...portal.deps, payments: sandbox })
}

const states = async (portal: Portal) => (await books(portal)).payments.map(({ state }) => state)

test('the sweep checks every payment at its start and can be stopped', async () => {
  const { portal, sandbox, jane, booking } = await openTill()
  const transactionId = await charge(portal, jane, booking)
  const sweep = startSweep({ ...portal.deps, payments: sandbox })
  await expect
    .poll(async () => (await books(portal)).appointments)
    .toMatchObject([{ transactionId }])
  await sweep.stop()
})

test('the sweep leaves open payments as they are without card payments', async () => {
  const { portal, jane, booking } = await openTill()
  await charge(portal, jane, booking)
  const { payments: _, ...deps } = portal.deps
  await sweepPayments(deps, { everything: true })
  expect(await states(portal)).toEqual(['open'])
})

test('the sweep records a payment after a minute without a browser report or a webhook', async () => {
  const till = await openTill()
  await charge(till.portal, till.jane, till.booking)
  await sweepAfter(59_000, till)
  expect(await states(till.portal)).toEqual(['open'])
  await sweepAfter(1_000, till)
  expect(await states(till.portal)).toEqual(['succeeded'])
})

test('the sweep yields to other work before it checks each payment', async () => {
  const till = await openTill()
  await charge(till.portal, till.jane, till.booking)
  const order: string[] = []
  setImmediate(() => order.push('somebody else'))
  await sweepAfter(60_000, till)
  order.push('the sweep')
  expect(order).toEqual(['somebody else', 'the sweep'])
})

test('an unpaid intent is cancelled after a day, or at the next sweep if its appointment was cancelled', async () => {
  const input = { date: 'Jun 9, 2026' }
  const [left, cancelled] = [await openTill({ input }), await openTill({ input })]
  const secret = await secretOf(await openScreen(left.portal, left.jane, left.booking))
  await sweepAfter(23 * hourMs, left)
  expect(await states(left.portal)).toEqual(['open'])
  await sweepAfter(hourMs - 60_000, left)
  expect(await states(left.portal)).toEqual(['open'])
  await sweepAfter(hourMs, left)
  expect(await states(left.portal)).toEqual(['cancelled'])
  expect(await left.sandbox.readIntent(secret.split('_secret_')[0] ?? '')).toMatchObject({
    status: 'cancelled',
  })

  const lost = await secretOf(await openScreen(cancelled.portal, cancelled.jane, cancelled.booking))
  await cancel(cancelled.portal, cancelled.booking._id)
  await sweepAfter(60_000, cancelled)
  expect(await states(cancelled.portal)).toEqual(['cancelled'])
  expect((await tryCard(cancelled.portal, cancelled.jane, lost)).status).toBe(400)
})

test('a payment that its provider is still deciding stays open after a cancellation', async () => {
  const till = await openTill({
    line: (sandbox) => ({
      ...sandbox,
      async cancelIntent(id) {
        const intent = await sandbox.readIntent(id)
        return intent && { ...intent, status: 'processing' }
      },
    }),
  })
  await openScreen(till.portal, till.jane, till.booking)
  await cancel(till.portal, till.booking._id)
  await sweepAfter(60_000, till)
  expect(await states(till.portal)).toEqual(['open'])
})

test('a payment whose process died before it had an intent is cancelled after an hour', async () => {
  const till = await openTill({
    line: (sandbox) => misbehave(sandbox, { losesAnswer: () => 'before' }),
  })
  await openScreen(till.portal, till.jane, till.booking)
  await sweepAfter(60_000, till)
  expect(await states(till.portal)).toEqual(['open'])
  await sweepAfter(hourMs, till)
  expect(await states(till.portal)).toEqual(['cancelled'])
})

test('an unreachable provider ends a sweep, and a later sweep records the payment', async () => {
  let away = true
  const till = await openTill({
    line: (sandbox) =>
      misbehave(sandbox, {
        losesAnswer: (call) => (away && call === 'readIntent' ? 'before' : null),
      }),
  })
  await charge(till.portal, till.jane, till.booking)
  await expect(sweepAfter(60_000, till)).rejects.toThrow('readIntent was not reached')
  away = false
  await sweepAfter(60_000, till)
  expect(await states(till.portal)).toEqual(['succeeded'])
})
