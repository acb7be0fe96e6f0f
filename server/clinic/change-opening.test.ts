import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ErrorBody } from '../../contract/errors.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { book, booked, openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { queueClosureMails } from './mails.ts'

const rules = { closedWeekdays: [0], horizonDays: 180, leadMinutes: 0 }

async function openClinic() {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const change = (input: object) =>
    request(portal, 'PUT', '/staff/opening', { token, body: { ...rules, ...input } })
  const read = async () => (await request(portal, 'GET', '/staff/opening', { token })).json()
  return { ...portal, token, change, read }
}

async function affected(response: Response): Promise<string[] | undefined> {
  const body = ErrorBody.parse(await response.json())
  expect(body.code).toBe('appointments_affected')
  return body.affected?.map(({ date }) => date)
}

test('changed business hours apply to the calendar and to bookings', async () => {
  const clinic = await openClinic()
  const input = { closedWeekdays: [6, 1, 1], horizonDays: 30, leadMinutes: 90 }
  const changed = await clinic.change(input)
  const saved = { ...input, closedWeekdays: [1, 6] }
  expect(await changed.json()).toEqual({ ...saved, revision: 1 })
  expect(await clinic.read()).toEqual({
    ...{ ...saved, revision: 1, closures: [], closedWeekdayDays: [] },
  })
  const calendar = await request(clinic, 'GET', '/calendar')
  expect(await calendar.json()).toMatchObject({ lastDay: '2026-07-05', closedWeekdays: [1, 6] })
  const jane = await signIn(clinic)
  expect((await refusal(await book(clinic, jane))).code).toBe('day_closed')
  await booked(clinic, jane, { date: 'Jun 7, 2026' })
})

test.each([
  { closedWeekdays: [7] },
  { horizonDays: -1 },
  { horizonDays: 731 },
  { leadMinutes: 20_161 },
  { leadMinutes: 1.5 },
])('%j is refused as invalid', async (input) => {
  const clinic = await openClinic()
  expect(await refusal(await clinic.change(input))).toEqual({ status: 400, code: 'invalid_input' })
})

test('closing a weekday requires confirmation for its appointments, except those on days already closed', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  const dates = ['Jun 8, 2026', 'Jun 9, 2026', 'Jun 15, 2026', 'Sep 14, 2026']
  for (const date of dates) await booked(clinic, jane, { date })
  const closure = { from: '2026-06-15', to: '2026-06-15', reason: 'Painters', confirmed: true }
  const { token } = clinic
  await request(clinic, 'POST', '/staff/closures', { token, body: closure })

  const input = { closedWeekdays: [0, 1], horizonDays: 30 }
  expect(await affected(await clinic.change(input))).toEqual(['Jun 8, 2026', 'Sep 14, 2026'])
  expect(await clinic.read()).toMatchObject(rules)
  const confirmed = await clinic.change({ ...input, confirmed: true })
  expect(await confirmed.json()).toEqual({ ...rules, ...input, revision: 2 })
  const days = { from: '2026-06-05', to: '2028-06-01', weekdays: [1] }
  const settled = await request(clinic, 'POST', '/staff/closures/settle', {
    token,
    body: { ...days, way: 'ask' },
  })
  expect(await settled.json()).toMatchObject({
    settled: [{ date: 'Jun 8, 2026' }, { date: 'Sep 14, 2026' }],
    ...{ next: null, left: 0 },
  })
  expect(await clinic.read()).toMatchObject({
    closures: [{ day: '2026-06-15', appointments: 1, asked: 0 }],
    closedWeekdayDays: [
      { day: '2026-06-08', appointments: 1, asked: 1 },
      { day: '2026-09-14', appointments: 1, asked: 1 },
    ],
  })
  await queueClosureMails(clinic.deps)
  const asked = 'clinic-closed to jane@patients.example'
  expect(await queuedMails(clinic)).toEqual([asked, asked])
  const mine = await request(clinic, 'GET', `/booking?email=${jane.email}`, { token: jane.token })
  expect(await mine.json()).toHaveLength(4)
})

test('a shorter booking window and a longer minimum notice affect no appointment', async () => {
  const clinic = await openClinic()
  await booked(clinic, await signIn(clinic), { date: 'Sep 14, 2026' })
  expect((await clinic.change({ horizonDays: 7, leadMinutes: 20_160 })).status).toBe(200)
})

test('a weekday that was already closed requires no confirmation', async () => {
  const clinic = await openClinic()
  await booked(clinic, await signIn(clinic))
  expect(await affected(await clinic.change({ closedWeekdays: [1] }))).toEqual(['Jun 8, 2026'])
  expect((await clinic.change({ closedWeekdays: [1], confirmed: true })).status).toBe(200)
  expect((await clinic.change({ closedWeekdays: [1, 2] })).status).toBe(200)
})

test('rules, closures and reopenings based on an outdated revision are refused', async () => {
  const clinic = await openClinic()
  const { token } = clinic
  const closure = { from: '2026-06-09', to: '2026-06-09', reason: 'Painters', revision: 0 }
  const close = (input: object) =>
    request(clinic, 'POST', '/staff/closures', { token, body: { ...closure, ...input } })
  const open = (revision: number) =>
    request(clinic, 'DELETE', `/staff/closures/2026-06-09?revision=${revision}`, { token })
  expect(await (await close({})).json()).toEqual({ closed: 1, days: ['2026-06-09'], revision: 1 })
  const late = [
    await close({ reason: 'Another' }),
    await clinic.change({ closedWeekdays: [], revision: 0 }),
    await open(0),
  ]
  for (const answer of late) {
    expect(await refusal(answer)).toEqual({ status: 409, code: 'changed_meanwhile' })
  }
  expect(await clinic.read()).toMatchObject({ ...rules, closures: [{ reason: 'Painters' }] })
  expect(await (await open(1)).json()).toEqual({ deletedCount: 1, revision: 2 })
  expect((await clinic.change({ closedWeekdays: [], revision: 2 })).status).toBe(200)
})

test('a read while days are being closed shows rules and closures of one revision', async () => {
  const clinic = await openClinic()
  const Read = z.object({
    revision: z.number(),
    closures: z.array(z.object({ reason: z.string() })),
  })
  const seen: z.infer<typeof Read>[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) seen.push(Read.parse(await clinic.read()))
  }
  const readers = [reader(), reader(), reader()]
  const { token } = clinic
  for (let revision = 0; revision < 40; revision += 1) {
    const day = { from: '2026-06-15', to: '2026-06-15', confirmed: true }
    const body = { ...day, reason: String(revision + 1), revision }
    expect((await request(clinic, 'POST', '/staff/closures', { token, body })).status).toBe(200)
    seen.push(Read.parse(await clinic.read()))
  }
  isOver = true
  await Promise.all(readers)
  for (const { revision, closures } of seen) {
    expect(closures.map(({ reason }) => reason)).toEqual(revision === 0 ? [] : [String(revision)])
  }
})
