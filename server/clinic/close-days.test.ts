import { expect, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { addMember } from '../testing/family.ts'
import { queuedMails } from '../testing/mailbox.ts'
import {
  book,
  booked,
  openPortal,
  type Person,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { queueClosureMails } from './tell-patients.ts'

type Clinic = Awaited<ReturnType<typeof openClinic>>

async function openClinic() {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const act = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token, body })
  const close = (input: object = {}) =>
    act('POST', '/staff/closures', {
      from: '2026-06-08',
      to: 'Jun 8, 2026',
      reason: 'Painters',
      ...input,
    })
  return { ...portal, act, close }
}

const closures = async ({ act }: Clinic) => (await act('GET', '/staff/opening')).json()

/** An appointment of somebody without an e-mail, as staff book it. */
async function bookGuest(clinic: Clinic) {
  const { _id: treatmentId, price } = clinic.treatments[2] ?? {}
  const guest = { patient: null, patientName: 'Rose Bell', phone: '718 555 0199' }
  const input = { treatmentId, price, date: 'Jun 8, 2026', slot: '3:00 PM - 3:30 PM' }
  const response = await clinic.act('POST', '/staff/appointments', { ...input, ...guest })
  expect(response.status).toBe(200)
}

test('a closed day is offered to nobody, and opens again', async () => {
  const clinic = await openClinic()
  expect(await (await clinic.close()).json()).toEqual({ closed: 1, told: 0 })
  const jane = await signIn(clinic)
  expect((await refusal(await book(clinic, jane))).code).toBe('day_closed')
  expect(await (await request(clinic, 'GET', '/calendar')).json()).toMatchObject({
    closures: [{ day: '2026-06-08', reason: 'Painters' }],
  })
  const open = await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await open.json()).toEqual({ deletedCount: 1 })
  const again = await clinic.act('DELETE', '/staff/closures/2026-06-08')
  expect(await again.json()).toEqual({ deletedCount: 0 })
  await booked(clinic, jane)
})

test('a range is closed whole; days closed before get the new reason; those that are over are not listed', async () => {
  const clinic = await openClinic()
  await clinic.close()
  const range = { from: '2026-06-03', to: '2026-06-09', reason: 'Holidays' }
  expect(await (await clinic.close(range)).json()).toEqual({ closed: 7, told: 0 })
  expect(await closures(clinic)).toEqual({
    closedWeekdays: [0],
    horizonDays: 180,
    leadMinutes: 0,
    closures: ['05', '06', '07', '08', '09'].map((date) => ({
      day: `2026-06-${date}`,
      reason: 'Holidays',
      appointments: 0,
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

test('sixty days at once are not too many', async () => {
  const clinic = await openClinic()
  expect((await clinic.close({ to: '2026-08-06' })).status).toBe(200)
})

test('appointments in the way are listed by day and start, and nothing is changed', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic)
  await booked(clinic, jane, { date: 'Jun 9, 2026' })
  await booked(clinic, jane, { slot: '1:00 PM - 1:30 PM' })
  await booked(clinic, await signIn(clinic), { treatment: 1, slot: '9:00 AM - 9:30 AM' })
  await booked(clinic, jane, { date: 'Jun 10, 2026' })
  const refused = await clinic.close({ to: '2026-06-09', notifyPatients: true })
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

test('confirmed, they stay, and each patient with an e-mail is told once', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  const john = await signIn(clinic, 'john@patients.example')
  await booked(clinic, jane)
  const { _id: person } = await addMember(clinic, jane)
  await booked(clinic, jane, { person, treatment: 1, slot: '1:00 PM - 1:30 PM' })
  await booked(clinic, jane, { date: 'Jun 9, 2026' })
  await booked(clinic, john, { slot: '2:00 PM - 2:30 PM' })
  await bookGuest(clinic)
  const before = await queuedMails(clinic)
  const input = { confirmed: true, notifyPatients: true, reason: 'Burst <pipe>' }
  expect(await (await clinic.close(input)).json()).toEqual({ closed: 1, told: 2 })

  await queueClosureMails(clinic.deps)
  expect((await queuedMails(clinic)).slice(before.length)).toEqual([
    'clinic-closed to jane@patients.example',
    'clinic-closed to john@patients.example',
  ])
  const mails = await clinic.database.query
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'clinic-closed')
    .orderBy('recipient')
    .execute()
  const [mail] = mails
  expect(mail?.subject).toBe('Molar Dental is closed on Jun 8, 2026')
  expect(mail?.text).toContain('Teeth Orthodontics: Monday, Jun 8, 2026, 8:00 AM - 8:30 AM')
  expect(mail?.text).toContain(
    'Cosmetic Dentistry for Timmy Doe: Monday, Jun 8, 2026, 1:00 PM - 1:30 PM',
  )
  expect(mail?.text).not.toContain('Jun 9')
  expect(mail?.text).toContain('Burst <pipe>')
  expect(mail?.html).toContain('Burst &lt;pipe&gt;')

  expect(await closures(clinic)).toMatchObject({ closures: [{ appointments: 4 }] })
  const mine = await request(clinic, 'GET', `/booking?email=${jane.email}`, { token: jane.token })
  expect(await mine.json()).toHaveLength(3)
  // Closed already: another reason asks nobody and tells nobody.
  expect(await (await clinic.close({ notifyPatients: true })).json()).toEqual({
    closed: 1,
    told: 0,
  })
})

test('many are told a batch at a time, of what then still stands, by whichever worker', async () => {
  const clinic = await openClinic()
  const { query } = clinic.database
  const chosen = clinic.treatments.slice(0, 4)
  const people: Person[] = []
  for (const [treatment, { slots }] of chosen.entries()) {
    for (const slot of slots) {
      const person = await signIn(clinic)
      people.push(person)
      await booked(clinic, person, { treatment, slot })
    }
  }
  const [first, second] = people
  await query
    .updateTable('appointments')
    .set({ cancelledAt: clinic.time.now.toISOString() })
    .where('patient', '=', second?.email ?? '')
    .execute()
  const told = people.length - 1
  const input = { confirmed: true, notifyPatients: true }
  expect(await (await clinic.close(input)).json()).toEqual({ closed: 1, told })
  const move = { day: '2026-06-09', timeRevision: 1 }
  await query
    .updateTable('appointments')
    .set(move)
    .where('patient', '=', first?.email ?? '')
    .execute()
  const work = async () => {
    while (await queueClosureMails(clinic.deps));
  }
  await Promise.all([work(), work(), work()])
  await work()
  const expected = people.slice(2).map(({ email }) => `clinic-closed to ${email}`)
  expect((await queuedMails(clinic)).sort()).toEqual(expected.sort())
})

test('anyone who books while the day closes is told, or is refused', async () => {
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
  const closing = clinic.close({ confirmed: true, notifyPatients: true })
  const answers = await Promise.all(bookings)
  const accepted = answers.filter(({ status }) => status === 200).length
  expect(await (await closing).json()).toEqual({ closed: 1, told: accepted })
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect((await refusal(answer)).code).toBe('day_closed')
  }
})
