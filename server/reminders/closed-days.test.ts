import { expect, test } from 'vitest'
import { wait } from '../testing/changing.ts'
import { booked, request, signIn } from '../testing/portal.ts'
import { at, openReminding } from '../testing/reminding.ts'
import { createQueueReminders } from './queue-reminders.ts'

/** Monday, Jun 8, 2026 at 8 in the morning in New York is noon in UTC. */
const twoDaysBefore = '2026-06-06T12:00:00Z'
const twoHoursBefore = '2026-06-08T10:00:00Z'
const body = { from: '2026-06-08', to: '2026-06-08', reason: 'Burst pipe', confirmed: true }

async function openWithJane() {
  const opened = await openReminding()
  const { portal } = opened
  const jane = await signIn(portal, 'jane@patients.example')
  await booked(portal, jane)
  await opened.deliver()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const { token } = staff
  const send = async (method: string, path: string, sent?: object) => {
    const answer = await request(portal, method, path, { token, ...(sent && { body: sent }) })
    expect(answer.status).toBe(200)
  }
  const closeWeekday = async (closedWeekdays: number[]) => {
    const rules = { closedWeekdays, horizonDays: 180, leadMinutes: 0, confirmed: true }
    await send('PUT', '/staff/opening', rules)
  }
  return {
    ...opened,
    /** A worker that lives on, as the portal's own. */
    look: createQueueReminders(opened.parts),
    close: () => send('POST', '/staff/closures', body),
    ask: () => send('POST', '/staff/closures/settle', { from: body.from, to: body.to, way: 'ask' }),
    open: () => send('DELETE', '/staff/closures/2026-06-08'),
    closeMondays: () => closeWeekday([0, 1]),
    openMondays: () => closeWeekday([0]),
  }
}

test('a reminder for a closed day is not queued until the day is open again', async () => {
  const { portal, look, close, open, deliver, reminders } = await openWithJane()
  await close()
  at(portal, twoDaysBefore)
  expect(await look()).toBe(false)
  at(portal, '2026-06-06T12:20:00Z')
  await open()
  expect(await look()).toBe(true)
  await deliver()
  expect(reminders()).toHaveLength(1)
  expect(await look()).toBe(false)
})

test('a reminder for a closed weekday is not queued until the weekday is open again', async () => {
  const { portal, look, closeMondays, openMondays, deliver, reminders } = await openWithJane()
  await closeMondays()
  at(portal, twoDaysBefore)
  expect(await look()).toBe(false)
  await openMondays()
  expect(await look()).toBe(true)
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('a queued reminder waits while its day is closed, and is sent when the day opens', async () => {
  const { portal, look, close, open, deliver, reminders } = await openWithJane()
  at(portal, twoDaysBefore)
  await look()
  await close()
  await deliver()
  expect(reminders()).toEqual([])
  await open()
  await deliver()
  expect(reminders()).toHaveLength(1)
})

test('a reminder for a day that stays closed is dropped when the next one is due', async () => {
  const { portal, look, close, open, deliver, reminders } = await openWithJane()
  at(portal, twoDaysBefore)
  await look()
  await close()
  await deliver()
  await wait(portal, new Date(twoHoursBefore))
  await deliver()
  await open()
  await look()
  await deliver()
  expect(reminders().map(({ subject }) => subject)).toHaveLength(1)
})

test('a waiting reminder delays no other mail about its appointment', async () => {
  const { portal, look, close, ask, deliver, peer } = await openWithJane()
  at(portal, twoDaysBefore)
  await look()
  await close()
  await ask()
  await deliver()
  expect(peer.arrived.at(-1)?.subject).toBe('Molar Dental is closed on Jun 8, 2026')
})
