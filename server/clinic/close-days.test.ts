import { expect, inject, test } from 'vitest'
import { openingEndpoints } from '../../contract/clinic/endpoints.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, actsOf, bookFor } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { book, booked, openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { openReminding } from '../testing/reminding.ts'
import { queueClosureMails } from './mails.ts'

type Clinic = Awaited<ReturnType<typeof openClinic>>

async function openClinic() {
  const portal = await openPortal()
  const staff = await signIn(portal, 'admin@clinic.example', 'admin')
  const { token } = staff
  const act = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token, body })
  const close = (input: object = {}) =>
    act('POST', '/staff/closures', {
      from: '2026-06-08',
      to: 'Jun 8, 2026',
      reason: 'Painters',
      ...input,
    })
  const settle = async (way: 'ask' | 'cancel', scope: object = {}) => {
    const body = { from: '2026-06-08', to: '2026-06-08', way, ...scope }
    const answer = await act('POST', '/staff/closures/settle', body)
    return openingEndpoints.settleClosed.answer.parse(await answer.json())
  }
  return { ...portal, staff, act, close, settle }
}

const guest = { email: null, name: 'Karl Poe', phone: '718 555 0142' }

const closures = async ({ act }: Clinic) => (await act('GET', '/staff/opening')).json()

test('a closed day cannot be booked, and can be opened again', async () => {
  const clinic = await openClinic()
  expect(await (await clinic.close()).json()).toMatchObject({ closed: 1 })
  const jane = await signIn(clinic)
  expect((await refusal(await book(clinic, jane))).code).toBe('day_closed')
  expect(await (await request(clinic, 'GET', '/calendar')).json()).toMatchObject({
    closures: [{ day: '2026-06-08', reason: 'Painters' }],
  })
  const open = await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await open.json()).toMatchObject({ deletedCount: 1 })
  const again = await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await again.json()).toMatchObject({ deletedCount: 0 })
  await booked(clinic, jane)
})

test('a closure closes its whole range, replaces earlier reasons, and past days are not listed', async () => {
  const clinic = await openClinic()
  await clinic.close()
  const range = { from: '2026-06-03', to: '2026-06-09', reason: 'Holidays' }
  expect(await (await clinic.close(range)).json()).toMatchObject({ closed: 7 })
  expect(await closures(clinic)).toEqual({
    closedWeekdays: [0],
    horizonDays: 180,
    leadMinutes: 0,
    revision: 2,
    closedWeekdayDays: [],
    closures: ['05', '06', '07', '08', '09'].map((date) => ({
      day: `2026-06-${date}`,
      reason: 'Holidays',
      appointments: 0,
      asked: 0,
    })),
  })
})

test.each([
  ['backwards', { to: '2026-06-07' }, 409, 'days_backwards'],
  ['of 61 days', { to: '2026-08-07' }, 409, 'too_many_days'],
  ['without a reason', { reason: ' ' }, 400, 'invalid_input'],
])('a range %s is refused', async (_, input, status, code) => {
  const clinic = await openClinic()
  expect(await refusal(await clinic.close(input))).toEqual({ status, code })
  expect(await closures(clinic)).toMatchObject({ closures: [] })
})

test('a range of sixty days is accepted', async () => {
  const clinic = await openClinic()
  expect((await clinic.close({ to: '2026-08-06' })).status).toBe(200)
})

test('a closure with appointments lists them by day and start, and changes nothing', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic)
  await booked(clinic, jane, { date: 'Jun 9, 2026' })
  await booked(clinic, jane, { slot: '1:00 PM - 1:30 PM' })
  await booked(clinic, await signIn(clinic), { treatment: 1, slot: '9:00 AM - 9:30 AM' })
  await booked(clinic, jane, { date: 'Jun 10, 2026' })
  const refused = await clinic.close({ to: '2026-06-09' })
  expect(refused.status).toBe(409)
  const { code, affected } = ErrorBody.parse(await refused.json())
  expect(code).toBe('appointments_affected')
  expect(affected?.map(({ date, slot }) => `${date}, ${slot}`)).toEqual([
    'Jun 8, 2026, 9:00 AM - 9:30 AM',
    'Jun 8, 2026, 1:00 PM - 1:30 PM',
    'Jun 9, 2026, 8:00 AM - 8:30 AM',
  ])
  expect(await closures(clinic)).toMatchObject({ closures: [] })
  expect(await queuedMails(clinic)).toEqual([])
})

test('what was left on days that were closed before is neither listed nor settled with those that close', async () => {
  const clinic = await openClinic()
  const bookOn = async (date: string) => booked(clinic, await signIn(clinic), { date })
  for (const date of ['Jun 8, 2026', 'Jun 9, 2026', 'Jun 15, 2026']) await bookOn(date)
  await clinic.close({ confirmed: true })
  const range = { from: '2026-06-07', to: '2026-06-09' }
  const listed = async (refused: Response) =>
    ErrorBody.parse(await refused.json()).affected?.map(({ date }) => date)
  const settled = async (scope: object) =>
    (await clinic.settle('cancel', scope)).settled.map(({ date }) => date)

  expect(await listed(await clinic.close(range))).toEqual(['Jun 9, 2026'])
  const answer = await clinic.close({ ...range, confirmed: true })
  const { days } = openingEndpoints.addClosure.answer.parse(await answer.json())
  expect(days).toEqual(['2026-06-09'])
  expect(await settled({ ...range, days })).toEqual(['Jun 9, 2026'])

  const closeMondays = (confirmed: boolean) => {
    const rules = { closedWeekdays: [0, 1], horizonDays: 180, leadMinutes: 0 }
    return clinic.act('PUT', '/staff/opening', { ...rules, confirmed })
  }
  expect(await listed(await closeMondays(false))).toEqual(['Jun 15, 2026'])
  expect((await closeMondays(true)).status).toBe(200)
  const mondays = { to: '2026-08-31', weekdays: [1] }
  expect(await settled(mondays)).toEqual(['Jun 15, 2026'])
  expect(await settled({})).toEqual(['Jun 8, 2026'])
})

test('a booking made while its day is being closed is either refused or listed for settlement', async () => {
  const clinic = await openClinic()
  const inputs = clinic.treatments.flatMap(({ slots }, treatment) =>
    slots.slice(0, 6).map((slot) => ({ treatment, slot })),
  )
  const people = await Promise.all(
    inputs.map(async (input) => ({ input, is: await signIn(clinic) })),
  )
  const bookings = people.map(async ({ is, input }, place) => {
    // A few at a time, so that the closing comes among them.
    for (let turn = 0; turn < place / 3; turn += 1) await new Promise(setImmediate)
    return book(clinic, is, input)
  })
  const closing = clinic.close({ confirmed: true })
  const answers = await Promise.all(bookings)
  expect((await closing).status).toBe(200)
  const accepted = answers.filter(({ status }) => status === 200).length
  const { settled } = await clinic.settle('ask')
  expect(settled).toHaveLength(accepted)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect((await refusal(answer)).code).toBe('day_closed')
  }
})

type Way = [string, (clinic: Clinic) => Response | Promise<Response>]

const waysToClose: Way[] = [
  ['day', ({ close }) => close()],
  [
    'weekday',
    ({ act }) =>
      act('PUT', '/staff/opening', { closedWeekdays: [0, 1], horizonDays: 180, leadMinutes: 0 }),
  ],
]

// On SQLite a transaction holds the only connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  test.each(waysToClose)(
    'a booking that is not committed yet when its %s is closed is listed before the closure',
    async (_, close) => {
      const clinic = await openClinic()
      const closing = beginBeforeNextCommit(clinic.database, () => close(clinic))
      const { date, slot } = await accepted(await bookFor(clinic, clinic.staff, guest))
      const refused = await closing
      expect(refused.status).toBe(409)
      const { code, affected } = ErrorBody.parse(await refused.json())
      expect(code).toBe('appointments_affected')
      expect(affected).toMatchObject([{ date, slot }])
    },
  )

  test.each(waysToClose)(
    'a booking made before the closure of its %s is committed waits, and finds it closed',
    async (_, close) => {
      const clinic = await openClinic()
      const jane = await signIn(clinic)
      const booking = beginBeforeNextCommit(clinic.database, () => book(clinic, jane))
      expect((await close(clinic)).status).toBe(200)
      expect(await refusal(await booking)).toEqual({ status: 409, code: 'day_closed' })
    },
  )
}

const mailsOf = async (clinic: Clinic) => {
  while (await queueClosureMails(clinic.deps)) {}
  return queuedMails(clinic)
}

test('patients who were asked to choose another time read once that their day is open again, and are asked anew when it closes', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  const john = await signIn(clinic, 'john@patients.example')
  await booked(clinic, jane)
  const moved = await booked(clinic, john, { slot: '9:00 AM - 9:30 AM' })
  await accepted(await bookFor(clinic, clinic.staff, guest, { slot: '10:00 AM - 10:30 AM' }))
  await clinic.close({ confirmed: true })
  await clinic.settle('ask')
  const asked = ['clinic-closed to jane@patients.example', 'clinic-closed to john@patients.example']
  expect(await mailsOf(clinic)).toEqual(asked)
  const later = { date: '2026-06-09', slot: '9:00 AM - 9:30 AM' }
  await accepted(await actsOf(clinic, clinic.staff).move({ _id: moved._id, revision: 0 }, later))
  const before = await mailsOf(clinic)

  for (const _ of ['first press', 'second press']) {
    expect((await clinic.act('DELETE', '/staff/closures/2026-06-08')).status).toBe(200)
    expect((await mailsOf(clinic)).slice(before.length)).toEqual([
      'clinic-open to jane@patients.example',
    ])
  }
  const mail = await clinic.database.query
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('kind', '=', 'clinic-open')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Molar Dental is open on Jun 8, 2026 after all')
  expect(mail.text).toContain('Monday, Jun 8, 2026, 8:00 AM - 8:30 AM')

  await clinic.close({ confirmed: true })
  expect(await closures(clinic)).toMatchObject({ closures: [{ appointments: 2, asked: 0 }] })
  expect((await clinic.settle('ask')).settled).toMatchObject([{ mailed: true }, { mailed: false }])
  expect((await mailsOf(clinic)).slice(before.length + 1)).toEqual([
    'clinic-closed to jane@patients.example',
  ])
})

test('a patient whose mail about the closing is not written yet is sent none when the day opens again', async () => {
  const clinic = await openClinic()
  await booked(clinic, await signIn(clinic, 'jane@patients.example'))
  await clinic.close({ confirmed: true })
  await clinic.settle('ask')
  await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await mailsOf(clinic)).toEqual([])
})

test('a day opens for the patients who were asked once neither its closure nor its weekday keeps it closed', async () => {
  const clinic = await openClinic()
  await booked(clinic, await signIn(clinic, 'jane@patients.example'))
  const rules = { horizonDays: 180, leadMinutes: 0, confirmed: true }
  await clinic.close({ confirmed: true })
  await clinic.settle('ask')
  const asked = await mailsOf(clinic)
  await clinic.act('PUT', '/staff/opening', { ...rules, closedWeekdays: [0, 1] })
  await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await mailsOf(clinic)).toEqual(asked)
  await clinic.close()
  await clinic.act('PUT', '/staff/opening', { ...rules, closedWeekdays: [0] })
  expect(await mailsOf(clinic)).toEqual(asked)
  await clinic.act('PUT', '/staff/opening', { ...rules, closedWeekdays: [0, 1] })
  await clinic.act('DELETE', '/staff/closures/2026-06-08')
  await clinic.act('PUT', '/staff/opening', { ...rules, closedWeekdays: [0] })
  expect(await mailsOf(clinic)).toEqual([...asked, 'clinic-open to jane@patients.example'])
})

test('a mail that a day is open again is not sent once the day is closed', async () => {
  const { portal, deliver, peer } = await openReminding()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const act = async (method: string, path: string, body?: unknown) =>
    expect((await request(portal, method, path, { token, body })).status).toBe(200)
  const close = () =>
    act('POST', '/staff/closures', {
      ...{ from: '2026-06-08', to: '2026-06-08', reason: 'Painters', confirmed: true },
    })
  await booked(portal, await signIn(portal, 'jane@patients.example'))
  await close()
  await act('POST', '/staff/closures/settle', { from: '2026-06-08', to: '2026-06-08', way: 'ask' })
  await queueClosureMails(portal.deps)
  await deliver()
  peer.arrived.length = 0
  await act('DELETE', '/staff/closures/2026-06-08')
  await queueClosureMails(portal.deps)
  await close()
  await deliver()
  expect(peer.arrived).toEqual([])
  await act('DELETE', '/staff/closures/2026-06-08')
  expect(await queuedMails(portal)).toContain('clinic-open to jane@patients.example')
})
