import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { type Booking, OwnBooking } from '../../contract/appointments/appointment.ts'
import { openingEndpoints, type SettleWay } from '../../contract/clinic/endpoints.ts'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { setPolicy, wait } from '../testing/changing.ts'
import { createFate, mortalDatabase } from '../testing/crashes.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, actsOf, bookFor, told } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { books, pay } from '../testing/paying.ts'
import { booked, openPortal, type Person, refusal, request, signIn } from '../testing/portal.ts'
import { prove, signInUnproved } from '../testing/proving.ts'
import { settleClosed } from './close-days.ts'
import { queueClosureMails } from './mails.ts'

const closure = { from: '2026-06-08', to: '2026-06-08', reason: 'Burst <pipe>', confirmed: true }

type Clinic = Awaited<ReturnType<typeof openClinic>>

async function openClinic() {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const act = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token: staff.token, body })
  const close = async (input: object = {}) => {
    expect((await act('POST', '/staff/closures', { ...closure, ...input })).status).toBe(200)
  }
  const settle = async (way: SettleWay, more: object = {}) => {
    const body = { from: '2026-06-08', to: '2026-06-08', way, ...more }
    const answer = await act('POST', '/staff/closures/settle', body)
    expect(answer.status).toBe(200)
    return openingEndpoints.settleClosed.answer.parse(await answer.json())
  }
  const opening = async () => {
    const answer = await act('GET', '/staff/opening')
    return openingEndpoints.readOpening.answer.parse(await answer.json())
  }
  const guest = { email: null, name: 'Rose Bell', phone: '718 555 0199' }
  const bookGuest = async () =>
    accepted(await bookFor(portal, staff, guest, { treatment: 2, slot: '3:00 PM - 3:30 PM' }))
  return { ...portal, staff, act, close, settle, opening, bookGuest }
}

/** Books this many patients on one day, each with their own slot. */
async function bookMany(clinic: Clinic, count: number) {
  const inputs = clinic.treatments
    .flatMap(({ slots }, treatment) => slots.map((slot) => ({ treatment, slot })))
    .slice(0, count)
  const made: { person: Person; booking: Booking }[] = []
  for (const input of inputs) {
    const person = await signIn(clinic)
    made.push({ person, booking: await booked(clinic, person, input) })
  }
  return made
}

async function bookPaid(clinic: Clinic, count: number): Promise<void> {
  for (const { person, booking } of await bookMany(clinic, count))
    await pay(clinic, person, booking)
}

const rows = async (clinic: Clinic) => (await books(clinic)).appointments

test('asking patients sends a mail for each appointment, lists those without an e-mail, and sends nothing when repeated', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  const john = await signIn(clinic, 'john@patients.example')
  const first = await booked(clinic, jane)
  const { _id: dependent } = await addDependent(clinic, jane)
  await booked(clinic, jane, { dependent, treatment: 1, slot: '1:00 PM - 1:30 PM' })
  await booked(clinic, jane, { date: 'Jun 9, 2026' })
  await booked(clinic, john, { slot: '2:00 PM - 2:30 PM' })
  await clinic.bookGuest()
  await clinic.close()
  const before = await queuedMails(clinic)
  for (const _ of ['first press', 'second press']) {
    const { settled, next, left } = await clinic.settle('ask')
    expect({ next, left }).toEqual({ next: null, left: 0 })
    expect(settled.map(({ slot, mailed, failed }) => [slot, mailed, failed])).toEqual([
      ['8:00 AM - 8:30 AM', true, null],
      ['1:00 PM - 1:30 PM', true, null],
      ['2:00 PM - 2:30 PM', true, null],
      ['3:00 PM - 3:30 PM', false, null],
    ])
    expect(settled.at(-1)).toMatchObject({ patientName: 'Rose Bell', phone: '718 555 0199' })
    await queueClosureMails(clinic.deps)
  }
  expect((await queuedMails(clinic)).slice(before.length)).toEqual([
    'clinic-closed to jane@patients.example',
    'clinic-closed to jane@patients.example',
    'clinic-closed to john@patients.example',
  ])
  const mails = await clinic.database.query
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'clinic-closed')
    .orderBy('id')
    .execute()
  const [mail] = mails
  expect(mails.every(({ subject }) => subject === mail?.subject)).toBe(true)
  expect(mail?.subject).toBe('Molar Dental is closed on Jun 8, 2026')
  expect(mail?.text).toContain('Burst <pipe>')
  expect(mail?.html).toContain('Burst &lt;pipe&gt;')

  expect(await clinic.opening()).toMatchObject({ closures: [{ appointments: 4, asked: 3 }] })
  expect(await told(clinic, clinic.staff, first)).toEqual([
    `booked by ${jane.email}`,
    'asked by staff@clinic.example',
  ])
})

test('an unconfirmed account reads on screen that its day is closed, and is sent the mail when staff ask again after it has confirmed', async () => {
  const clinic = await openClinic()
  const vera = await signInUnproved(clinic, 'vera@patients.example')
  await booked(clinic, vera)
  await clinic.close()
  const before = await queuedMails(clinic)
  const outcome = async () => {
    const list = await request(clinic, 'GET', `/booking?email=${vera.email}`, vera)
    const [own] = z.array(OwnBooking).parse(await list.json())
    await queueClosureMails(clinic.deps)
    const mails = (await queuedMails(clinic)).slice(before.length)
    const [{ asked } = { asked: 0 }] = (await clinic.opening()).closures
    return { impossible: own?.impossible, asked, mails }
  }
  expect(await outcome()).toEqual({ impossible: null, asked: 0, mails: [] })
  for (const _ of ['first press', 'second press']) {
    expect((await clinic.settle('ask')).settled).toMatchObject([{ mailed: false }])
    expect(await outcome()).toEqual({ impossible: 'closed', asked: 0, mails: [] })
  }
  await prove(clinic, vera)
  expect(await outcome()).toEqual({ impossible: 'closed', asked: 0, mails: [] })
  for (const _ of ['first press', 'second press']) {
    expect((await clinic.settle('ask')).settled).toMatchObject([{ mailed: true }])
    const mails = ['clinic-closed to vera@patients.example']
    expect(await outcome()).toEqual({ impossible: 'closed', asked: 1, mails })
  }
})

test('an account that confirms after its day was closed gets one mail, which says so, instead of a confirmation', async () => {
  const clinic = await openClinic()
  const vera = await signInUnproved(clinic, 'vera@patients.example')
  const booking = await booked(clinic, vera)
  await queueConfirmations(clinic.deps)
  await clinic.close()
  await clinic.settle('ask')
  const before = await queuedMails(clinic)
  await prove(clinic, vera)
  for (const _ of ['first turn', 'second turn']) {
    await queueConfirmations(clinic.deps)
    await queueClosureMails(clinic.deps)
    await clinic.settle('ask')
  }
  const mails = (await queuedMails(clinic)).slice(before.length)
  expect(mails).toEqual(['clinic-closed to vera@patients.example'])
  expect(await clinic.opening()).toMatchObject({ closures: [{ appointments: 1, asked: 1 }] })
  expect(await told(clinic, clinic.staff, booking)).toEqual([
    `booked by ${vera.email}`,
    'asked by portal',
  ])
})

// On SQLite one of them holds the only connection.
if (inject('engine') === 'postgres')
  test('an account that confirms while patients are asked gets the mail about the closed day', async () => {
    const clinic = await openClinic()
    const vera = await signInUnproved(clinic, 'vera@patients.example')
    await booked(clinic, vera)
    await queueConfirmations(clinic.deps)
    await clinic.close()
    const before = await queuedMails(clinic)
    const days = { from: '2026-06-08', to: '2026-06-08', way: 'ask' } as const
    const actor = { email: clinic.staff.email, userId: '', isStaff: true }
    const confirming = beginBeforeNextCommit(clinic.database, async () => {
      await prove(clinic, vera)
      await queueConfirmations(clinic.deps)
    })
    await settleClosed(clinic.deps, { ...days, actor })
    await confirming
    await queueClosureMails(clinic.deps)
    const mails = (await queuedMails(clinic)).slice(before.length)
    expect(mails).toEqual(['clinic-closed to vera@patients.example'])
  })

test('a patient who rescheduled is no longer listed, and is asked again if the new day is closed too', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  const booking = await booked(clinic, jane)
  await clinic.close()
  await clinic.settle('ask')
  const acts = actsOf(clinic, clinic.staff)
  const later = { date: '2026-06-09', slot: '10:00 AM - 10:30 AM' }
  await accepted(await acts.move({ _id: booking._id, revision: 0 }, later))
  expect((await clinic.opening()).closures).toMatchObject([{ appointments: 0, asked: 0 }])
  expect((await clinic.settle('cancel')).settled).toEqual([])
  await clinic.close({ from: '2026-06-09', to: '2026-06-09' })
  expect((await clinic.opening()).closures.at(-1)).toMatchObject({ appointments: 1, asked: 0 })
  const days = { from: '2026-06-08', to: '2026-06-09' }
  expect((await clinic.settle('ask', days)).settled).toMatchObject([{ mailed: true }])
  expect((await clinic.opening()).closures.at(-1)).toMatchObject({ appointments: 1, asked: 1 })
})

test('cancelling on a closed day refunds all card payments whatever the refund rule, and the mail gives the reason', async () => {
  const clinic = await openClinic()
  await setPolicy(clinic, { cutoffMinutes: 4320, refundRule: 'never' })
  const jane = await signIn(clinic, 'jane@patients.example')
  const paid = await booked(clinic, jane)
  await pay(clinic, jane, paid)
  const unpaid = await booked(clinic, await signIn(clinic), { slot: '9:00 AM - 9:30 AM' })
  const desk = await clinic.bookGuest()
  await accepted(await actsOf(clinic, clinic.staff).payAtDesk(desk))
  await clinic.close()
  const { settled } = await clinic.settle('cancel')
  expect(settled).toMatchObject([
    { _id: paid._id, mailed: true, refund: 99, atDesk: 0, failed: null },
    { _id: unpaid._id, mailed: true, refund: 0, atDesk: 0, failed: null },
    { _id: desk._id, mailed: false, refund: 0, atDesk: 59, failed: null },
  ])
  expect((await rows(clinic)).every(({ cancelledAt }) => cancelledAt !== null)).toBe(true)
  const { refunds } = await books(clinic)
  expect(refunds).toMatchObject([{ state: 'succeeded', amountCents: 99_00 }])
  const mails = await clinic.database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'appointment-cancelled')
    .where('recipient', '=', jane.email)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Burst <pipe>')
  expect(mails[0]?.text).toContain('We are sending the $99 you paid back to your card.')
  expect(await clinic.settle('cancel')).toEqual({ settled: [], next: null, left: 0 })
})

test('the mail for a closed weekday says that the clinic is closed on that day', async () => {
  const clinic = await openClinic()
  const jane = await signIn(clinic, 'jane@patients.example')
  await booked(clinic, jane)
  const rules = { closedWeekdays: [0, 1], horizonDays: 180, leadMinutes: 0, confirmed: true }
  expect((await clinic.act('PUT', '/staff/opening', rules)).status).toBe(200)
  const scope = { from: '2026-06-05', to: '2028-06-01', weekdays: [1] }
  expect((await clinic.settle('cancel', scope)).settled).toMatchObject([{ mailed: true }])
  const { text } = await clinic.database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'appointment-cancelled')
    .executeTakeFirstOrThrow()
  expect(text).toContain('The clinic is closed on that day.')
})

test('only appointments that are on closed days and have not started are settled', async () => {
  const clinic = await openClinic()
  const people = await bookMany(clinic, 4)
  await clinic.close()
  await wait(clinic, new Date('2026-06-08T12:40:00Z'))
  const [one] = await rows(clinic)
  const { _id } = { _id: one?.id ?? '' }
  await accepted(await actsOf(clinic, clinic.staff).setStatus({ _id, revision: 0 }, 'arrived'))
  await booked(clinic, people[0]?.person ?? clinic.staff, { date: 'Jun 9, 2026' })
  const provedAt = clinic.time.now.toISOString()
  await clinic.database.query.updateTable('sessions').set({ provedAt }).execute()
  const { settled } = await clinic.settle('cancel', { to: '2026-06-30' })
  expect(settled.map(({ slot }) => slot)).toEqual(['9:00 AM - 9:30 AM', '9:30 AM - 10:00 AM'])
  expect((await clinic.settle('ask', { from: '2026-06-09', to: '2026-06-30' })).settled).toEqual([])
})

test('an appointment that has begun, and that nobody can settle, is not counted on its closed day', async () => {
  const clinic = await openClinic()
  await bookMany(clinic, 2)
  await clinic.close()
  await wait(clinic, new Date('2026-06-08T12:10:00Z'))
  const today = { day: '2026-06-08', appointments: 1, asked: 0 }
  expect((await clinic.opening()).closures).toMatchObject([today])
  await clinic.act('DELETE', '/staff/closures/2026-06-08')
  const rules = { closedWeekdays: [1], horizonDays: 180, leadMinutes: 0, confirmed: true }
  expect((await clinic.act('PUT', '/staff/opening', rules)).status).toBe(200)
  expect((await clinic.opening()).closedWeekdayDays).toEqual([today])
})

test('many appointments are settled in batches, each once', async () => {
  const clinic = await openClinic()
  await bookMany(clinic, 12)
  await clinic.close()
  const seen: string[] = []
  const left: number[] = []
  let after: string | null = null
  do {
    const answer = await clinic.settle('cancel', after === null ? {} : { after })
    seen.push(...answer.settled.map(({ _id }) => _id))
    left.push(answer.left)
    after = answer.next
  } while (after !== null)
  expect(new Set(seen).size).toBe(12)
  expect(left).toEqual([7, 2, 0])
  const wrong = { from: '2026-06-08', to: '2026-06-08', way: 'ask', after: 'nonsense' }
  const refused = await clinic.act('POST', '/staff/closures/settle', wrong)
  expect(await refusal(refused)).toEqual({ status: 400, code: 'invalid_input' })
})

test('two concurrent settlements cancel and refund each appointment once', async () => {
  const clinic = await openClinic()
  await bookPaid(clinic, 5)
  await clinic.close()
  const answers = await Promise.all([clinic.settle('cancel'), clinic.settle('cancel')])
  expect(answers.flatMap(({ settled }) => settled).every(({ failed }) => failed === null)).toBe(
    true,
  )
  const { refunds, events } = await books(clinic)
  expect(refunds).toHaveLength(5)
  expect(events.filter(({ kind }) => kind === 'cancelled')).toHaveLength(5)
})

// On SQLite one of them holds the only connection.
if (inject('engine') === 'postgres')
  test('two concurrent settlements ask each patient once', async () => {
    const clinic = await openClinic()
    await bookMany(clinic, 2)
    await clinic.close()
    const way = { from: '2026-06-08', to: '2026-06-08', way: 'ask' } as const
    const actor = { email: clinic.staff.email, userId: '', isStaff: true }
    const settle = () => settleClosed(clinic.deps, { ...way, actor })
    const second = beginBeforeNextCommit(clinic.database, settle)
    await settle()
    await second
    const { events } = await books(clinic)
    expect(events.filter(({ kind }) => kind === 'asked')).toHaveLength(2)
    const owed = await clinic.database.query.selectFrom('closureMailsDue').selectAll().execute()
    expect(owed).toHaveLength(2)
  })

test('an appointment that cannot be cancelled is reported, the others are cancelled, and a repeat cancels it later', async () => {
  const open = await openClinic()
  const jane = await signIn(open, 'jane@patients.example')
  await pay(open, jane, await booked(open, jane))
  const real = { provider: 'stripe', testMode: 0 } as const
  await open.database.query.updateTable('payments').set(real).execute()
  await booked(open, await signIn(open), { slot: '9:00 AM - 9:30 AM' })
  await open.close()
  const way = { from: '2026-06-08', to: '2026-06-08', way: 'cancel' } as const
  const actor = { email: open.staff.email, userId: '', isStaff: true }
  const settled = await settleClosed({ ...open.deps, payments: undefined }, { ...way, actor })
  expect(settled).toMatchObject({
    settled: [{ failed: 'refund_unavailable', refund: 0 }, { failed: null }],
  })
  expect((await open.settle('cancel')).settled).toMatchObject([{ failed: null, refund: 99 }])
})

test('a crash midway leaves each appointment consistent, and a repeat settles the rest', async () => {
  const clinic = await openClinic()
  await bookPaid(clinic, 5)
  await clinic.close()
  const way = { from: '2026-06-08', to: '2026-06-08', way: 'cancel' } as const
  const actor = { email: clinic.staff.email, userId: '', isStaff: true }
  const whole = async (id: string) => {
    const { query } = clinic.database
    const { events, refunds, appointments, payments } = await books(clinic)
    const own = payments.filter(({ appointmentId }) => appointmentId === id)
    const mails = await query
      .selectFrom('outbox')
      .select('id')
      .where('appointmentId', '=', id)
      .where('kind', '=', 'appointment-cancelled')
      .execute()
    const isGone = appointments.some((one) => one.id === id && one.cancelledAt !== null)
    const noted = events.filter((one) => one.appointmentId === id && one.kind === 'cancelled')
    const promised = refunds.filter(({ paymentId }) => own.some((one) => one.id === paymentId))
    const expected = isGone ? 1 : 0
    expect([noted.length, promised.length, mails.length]).toEqual([expected, expected, expected])
    return isGone
  }
  const ids = (await rows(clinic)).map(({ id }) => id)
  const done: number[] = []
  for (const stepsToCrash of [5, 12, 22, 33, 45, 60, 80]) {
    const fate = createFate()
    fate.weather.stepsToCrash = stepsToCrash
    const parts = { ...clinic.deps, database: mortalDatabase(clinic.database, fate) }
    await settleClosed(parts, { ...way, actor }).catch(() => {})
    const gone = await Promise.all(ids.map(whole))
    done.push(gone.filter(Boolean).length)
  }
  expect(done[0]).toBe(0)
  expect(done.some((count) => count > 0 && count < 5)).toBe(true)
  await clinic.settle('cancel')
  expect(await Promise.all(ids.map(whole))).toEqual([true, true, true, true, true])
})

if (inject('engine') === 'postgres') {
  test('two processes that write mails about closed days at the same time write each once', async () => {
    const clinic = await openClinic()
    await bookMany(clinic, 2)
    await clinic.close()
    await clinic.settle('ask')
    const other = beginBeforeNextCommit(clinic.database, () => queueClosureMails(clinic.deps))
    expect(await queueClosureMails(clinic.deps)).toBe(true)
    expect(await other).toBe(false)
    const mails = await queuedMails(clinic)
    expect(mails.filter((mail) => mail.startsWith('clinic-closed'))).toHaveLength(2)
  })
}
