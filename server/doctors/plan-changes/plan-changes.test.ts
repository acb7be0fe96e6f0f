import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { PlanChangeSummary } from '../../../contract/doctors/plan-changes.ts'
import { setPolicy } from '../../testing/changing.ts'
import { untilBlocked } from '../../testing/database/database.ts'
import {
  accepted,
  bookFor,
  by,
  details,
  nine,
  nineToFive,
  noSchedule,
  openIll,
  tokenOf,
  toSame,
  wholeDay,
} from '../../testing/desk.ts'
import { books, pay } from '../../testing/paying.ts'
import { booked, monday, refusal, request, signIn } from '../../testing/portal.ts'
import { prove, signInUnproved } from '../../testing/proving.ts'
import { linksIn } from '../../testing/reminding.ts'

const ten = '10:00 AM - 10:30 AM'

test('an absence lists affected appointments with a free colleague and next times, and stores nothing', async () => {
  const { absent, affected, rest, ada, staff, live } = await openIll([nine, ten])
  const before = await live()
  const [first, second] = await affected(await absent())
  expect(first).toMatchObject({
    ...{ slot: nine, patientName: 'Pat Doe' },
    proposal: { phone: '718 555 0100', hasMail: true, same: { slot: nine, doctor: rest[0] } },
  })
  const times = first?.proposal?.times.map(({ date, slot }) => `${date}, ${slot}`)
  expect(times).toEqual([
    'Jun 8, 2026, 9:30 AM - 10:00 AM',
    'Jun 8, 2026, 10:00 AM - 10:30 AM',
    'Jun 8, 2026, 10:30 AM - 11:00 AM',
  ])
  expect(second?.proposal?.same).toMatchObject({ slot: ten, doctorName: 'Bo' })
  expect(await live()).toEqual(before)
  const schedule = await (await staff('GET', `/staff/doctors/${ada}/schedule`)).json()
  expect(schedule).toMatchObject({ timeOff: [] })
  expect(await (await staff('GET', '/staff/plan-changes')).json()).toEqual([])
})

test('an absence leaves each appointment in its chair, where another chair comes first, until it is settled', async () => {
  const { portal, ada, absent, schedules, goIll, live } = await openIll([])
  await schedules.addChair('First')
  const chair = await schedules.addChair('Second')
  const { admin } = schedules
  await accepted(await bookFor(portal, admin, { email: null }, { slot: nine, doctor: ada, chair }))
  const before = await live()
  await goIll()
  expect((await absent({ ...wholeDay, from: '2026-06-09', to: '2026-06-09' })).status).toBe(200)
  expect(before).toMatchObject([{ chairId: chair }])
  expect(await live()).toEqual(before)
})

test('a colleague takes over, the mail names the new doctor, and its link accepts the change with one press', async () => {
  const {
    goIll,
    settle,
    deliver,
    peer,
    post,
    portal,
    answers,
    read,
    rest,
    live,
    staff,
    people,
    schedules,
  } = await openIll()
  const { shown, change } = await goIll()
  const [one] = shown
  if (!one) throw new Error('nobody is affected')
  expect(await answers(change)).toEqual(['left'])
  expect(await settle(change, toSame(one))).toMatchObject([{ failed: null, mailed: true }])
  expect(await live()).toMatchObject([{ doctorId: rest[0], doctorName: 'Bo', slot: nine }])
  await deliver()
  const [mail] = peer.arrived
  expect(mail?.subject).toBe('We had to change your appointment at Molar Dental on Jun 8, 2026')
  expect(mail?.text).toContain('Ada cannot be at the clinic')
  expect(mail?.text).toContain('9:00 AM - 9:30 AM, with Bo')
  expect(mail?.text).not.toContain('Flu')
  expect([...linksIn({ text: mail?.text ?? '' }).keys()]).toEqual([
    'This suits me',
    'Choose another time',
    'Cancel the appointment',
  ])
  const token = tokenOf(mail, 'This suits me')
  const link = await request(portal, 'POST', '/email-links', { body: { token } })
  expect(await link.json()).toMatchObject({
    ...{ purpose: 'confirm', confirmed: false },
    before: { date: 'Jun 8, 2026', slot: nine, doctorName: 'Ada' },
  })
  expect(await answers(change)).toEqual(['waiting'])
  expect((await post(token, 'confirm')).status).toBe(200)
  expect(await read(change)).toMatchObject({
    ...{ kind: 'absence', name: 'Ada', from: monday, to: monday },
    rows: [{ answer: 'accepted', before: { doctorName: 'Ada' }, now: { doctorName: 'Bo' } }],
  })
  const list = await (await staff('GET', '/staff/plan-changes')).json()
  expect(z.array(PlanChangeSummary).parse(list)).toMatchObject([{ appointments: 1, open: 0 }])
  const { history } = await details(portal, schedules.admin, people[0]?.booking ?? one)
  expect(history.find(({ kind }) => kind === 'moved')?.data).toMatchObject({
    ...{ from: { doctor: 'Ada' }, to: { doctor: 'Bo' } },
  })
})

test('the mail’s link reschedules even past the cut-off, and the payment stays with the appointment', async () => {
  const { goIll, settle, deliver, peer, post, portal, people, answers, live } = await openIll()
  await setPolicy(portal, { cutoffMinutes: 14_400, refundRule: 'never' })
  const { person, booking } = people[0] ?? {}
  if (!person || !booking) throw new Error('nobody has booked')
  await pay(portal, person, booking)
  const { shown, change } = await goIll()
  await settle(change, ...shown.map(toSame))
  await deliver()
  const mail = peer.arrived.find(({ subject }) => subject?.startsWith('We had to'))
  const [{ revision } = { revision: -1 }] = await live()
  const move = { date: '2026-06-09', slot: ten, price: 99, returned: 0, revision }
  const body = { ...move, treatmentId: booking.treatmentId }
  const token = tokenOf(mail, 'Choose another time')
  expect((await post(token, 'reschedule', body)).status).toBe(200)
  expect(await live()).toMatchObject([{ day: '2026-06-09', paidCents: 99_00 }])
  expect(await answers(change)).toEqual(['chosen'])
  // It is the patient's own choice now, and the rules hold again.
  const accepts = await post(tokenOf(mail, 'This suits me'), 'confirm')
  expect(await refusal(accepts)).toEqual({ status: 410, code: 'link_void' })
})

test('the mail’s link cancels with a full refund, whatever the refund rule', async () => {
  const { goIll, settle, deliver, peer, post, portal, people, answers, live } = await openIll()
  await setPolicy(portal, { cutoffMinutes: 14_400, refundRule: 'never' })
  const { person, booking } = people[0] ?? {}
  if (!person || !booking) throw new Error('nobody has booked')
  await pay(portal, person, booking)
  const { shown, change } = await goIll()
  await settle(change, ...shown.map((one) => by('ask', one)))
  await deliver()
  const mail = peer.arrived.find(({ subject }) => subject?.startsWith('Please choose'))
  expect(await answers(change)).toEqual(['waiting'])
  const [{ revision } = { revision: -1 }] = await live()
  const gone = await post(tokenOf(mail, 'Cancel the appointment'), 'cancel', {
    revision,
    refund: 99,
  })
  expect(await gone.json()).toMatchObject({ refund: 99 })
  const { appointments, refunds } = await books(portal)
  expect(appointments).toMatchObject([{ paidCents: 0 }])
  expect(refunds).toMatchObject([{ state: 'succeeded', amountCents: 99_00 }])
  expect(await answers(change)).toEqual(['cancelled_by_patient'])
})

test('staff cancel with a full refund, and the mail gives the patient the reason', async () => {
  const { goIll, settle, deliver, peer, portal, people, answers } = await openIll()
  await setPolicy(portal, { refundRule: 'never' })
  const { person, booking } = people[0] ?? {}
  if (!person || !booking) throw new Error('nobody has booked')
  await pay(portal, person, booking)
  const { shown, change } = await goIll()
  const settled = await settle(change, ...shown.map((one) => by('cancel', one)))
  expect(settled).toMatchObject([{ failed: null, refund: 99, atDesk: 0 }])
  expect((await books(portal)).refunds).toMatchObject([{ state: 'succeeded', amountCents: 99_00 }])
  await deliver()
  const mail = peer.arrived.find(({ subject }) => subject?.includes('is cancelled'))
  expect(mail?.text).toContain('The doctor cannot be at the clinic then.')
  expect(await answers(change)).toEqual(['cancelled'])
})

test('assigning a colleague who has become busy is refused, and nothing changes', async () => {
  const { goIll, settle, portal, rest, answers, live, ada } = await openIll()
  const { shown, change } = await goIll()
  const joe = await signIn(portal, 'joe@patients.example')
  await booked(portal, joe, { slot: nine, doctor: rest[0] ?? '' })
  expect(await settle(change, ...shown.map(toSame))).toMatchObject([
    { failed: 'doctor_unavailable', mailed: false },
  ])
  expect(await answers(change)).toEqual(['left'])
  expect((await live()).filter(({ doctorId }) => doctorId === ada)).toHaveLength(1)
})

test('when two staff members settle the same appointments at the same time, one succeeds for each appointment', async () => {
  const { goIll, settle, deliver, peer, answers, live } = await openIll([nine, ten])
  const { shown, change } = await goIll()
  const outcomes = await Promise.all([
    settle(change, ...shown.map(toSame)),
    settle(change, ...shown.map((one) => by('cancel', one))),
  ])
  for (const place of [0, 1]) {
    const failed = outcomes.map((settled) => settled[place]?.failed)
    expect(failed.filter((code) => code === null)).toHaveLength(1)
    const late = failed.find((code) => code !== null)
    expect(['appointment_changed', 'appointment_cancelled']).toContain(late)
  }
  await deliver()
  expect(peer.arrived).toHaveLength(2)
  const cancelled = (await live()).map(({ cancelledAt }) => cancelledAt !== null)
  const shownAs = (await answers(change)).map((answer) => answer === 'cancelled')
  expect(shownAs).toEqual(cancelled)
})

test('when a patient accepts while staff cancel, the appointment is either confirmed or cancelled, never both', async () => {
  const { goIll, settle, deliver, peer, post, read, live } = await openIll()
  const { shown, change } = await goIll()
  await settle(change, ...shown.map(toSame))
  await deliver()
  const token = tokenOf(peer.arrived[0], 'This suits me')
  const [{ id, revision } = { id: '', revision: -1 }] = await live()
  const [accepted, [cancelled]] = await Promise.all([
    post(token, 'confirm'),
    settle(change, { way: 'cancel', appointment: id, revision }),
  ])
  expect([200, 409, 410]).toContain(accepted.status)
  const [row] = await live()
  expect([row?.cancelledAt === null, row?.confirmedAt === null]).toEqual(
    cancelled?.failed === null ? [false, true] : [true, false],
  )
  const [one] = (await read(change)).rows
  expect(one?.answer).toBe(cancelled?.failed === null ? 'cancelled' : 'accepted')
  expect(accepted.status === 200).toBe(cancelled?.failed !== null)
})

test('a patient without an e-mail address has to be called, and staff record the answer', async () => {
  const { goIll, settle, deliver, peer, portal, schedules, ada, answers, read, staff } =
    await openIll([])
  const patient = { email: null, name: 'Ann Lee', phone: '718 555 0199' }
  await bookFor(portal, schedules.admin, patient, { slot: nine, doctor: ada })
  await deliver()
  peer.arrived.length = 0
  const { shown, change } = await goIll()
  expect(shown).toMatchObject([{ proposal: { hasMail: false, phone: '718 555 0199' } }])
  expect(await settle(change, ...shown.map(toSame))).toMatchObject([{ mailed: false }])
  await deliver()
  expect(peer.arrived).toEqual([])
  const of = `/staff/plan-changes/${change}/appointments/${shown[0]?._id}`
  expect(await refusal(await staff('POST', `${of}/mail`, {}))).toEqual({
    ...{ status: 409, code: 'already_answered' },
  })
  expect((await read(change)).rows).toMatchObject([{ answer: 'waiting', sentAt: null }])
  expect((await staff('POST', `${of}/answer`, { answered: true })).status).toBe(200)
  expect(await answers(change)).toEqual(['by_phone'])
  expect((await staff('POST', `${of}/answer`, { answered: false })).status).toBe(200)
  expect(await answers(change)).toEqual(['waiting'])
})

test('two presses send the mail again once, only to a patient who was mailed and has not answered', async () => {
  const { goIll, settle, deliver, peer, portal, post, staff } = await openIll()
  const { shown, change } = await goIll()
  const again = () =>
    staff('POST', `/staff/plan-changes/${change}/appointments/${shown[0]?._id}/mail`, {})
  expect((await again()).status).toBe(409)
  await settle(change, ...shown.map(toSame))
  await deliver()
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  const pressed = await Promise.all([again(), again()])
  expect(pressed.map(({ status }) => status)).toEqual([200, 200])
  await deliver()
  expect(peer.arrived).toHaveLength(2)
  expect(peer.arrived[1]?.text).toBe(peer.arrived[0]?.text)
  await post(tokenOf(peer.arrived[1], 'This suits me'), 'confirm')
  expect(await refusal(await again())).toEqual({ status: 409, code: 'already_answered' })
})

if (inject('engine') === 'postgres') {
  test.each([
    { name: 'an answer that is noted', table: 'settlements', set: { answeredAt: 'now' } },
    { name: 'an acceptance', table: 'appointments', set: { confirmedAt: 'now' } },
  ] as const)(
    '$name while the mail is being sent again stops the second mail',
    async ({ table, set }) => {
      const { goIll, settle, deliver, peer, portal, staff } = await openIll()
      const { shown, change } = await goIll()
      await settle(change, ...shown.map(toSame))
      await deliver()
      portal.time.now = new Date(portal.time.now.getTime() + 60_000)
      const path = `/staff/plan-changes/${change}/appointments/${shown[0]?._id}/mail`
      let again: Promise<Response> | undefined
      await portal.database.query.transaction().execute(async (transaction) => {
        await transaction.updateTable(table).set(set).execute()
        again = Promise.resolve(staff('POST', path, {}))
        await untilBlocked(portal.database, again)
      })
      expect((await again)?.status).toBe(409)
      await deliver()
      expect(peer.arrived).toHaveLength(1)
    },
  )
}

test('a patient asked to choose another time gets no reminder, and a patient given another doctor gets one', async () => {
  const { goIll, settle, deliver, reminders, remind, portal } = await openIll([nine, ten])
  const { shown, change } = await goIll()
  const [first, second] = shown
  if (!first || !second) throw new Error('nobody is affected')
  await settle(change, by('ask', first), toSame(second))
  portal.time.now = new Date('2026-06-07T14:30:00Z')
  await remind()
  await deliver()
  expect(reminders().map(({ text }) => text?.includes('With Bo'))).toEqual([true])
})

test('an account that confirms after it was asked to choose another time is mailed so, once, instead of a confirmation', async () => {
  const { goIll, settle, deliver, peer, portal, ada, answers } = await openIll([])
  const vera = await signInUnproved(portal, 'vera@patients.example')
  await booked(portal, vera, { slot: nine, doctor: ada })
  await deliver()
  const { shown, change } = await goIll()
  await settle(change, ...shown.map((one) => by('ask', one)))
  peer.arrived.length = 0
  await prove(portal, vera)
  await deliver()
  expect(peer.arrived.map(({ subject }) => subject)).toEqual([
    'Please choose another time for your appointment at Molar Dental on Jun 8, 2026',
  ])
  expect(await answers(change)).toEqual(['waiting'])
})

test('a partial-day absence affects appointments that start in it, and merges with an overlapping block', async () => {
  const { goIll, ada, schedules, staff } = await openIll([nine, ten])
  const blocks = [{ day: monday, time: { start: 620, end: 700 }, reason: 'Meeting' }]
  const treatments = [shownTreatment(await (await staff('GET', '/service')).json())]
  await schedules.setSchedule(ada, { ...noSchedule, treatments, weeks: nineToFive, blocks })
  const time = { start: 540, end: 630 }
  const { shown } = await goIll({ ...wholeDay, time })
  expect(shown.map(({ slot }) => slot)).toEqual([nine])
  expect(await (await staff('GET', `/staff/doctors/${ada}/schedule`)).json()).toMatchObject({
    ...{ timeOff: [], blocks: [{ day: monday, time: { start: 540, end: 700 }, reason: 'Flu' }] },
  })
})

function shownTreatment(list: unknown): string {
  return z.array(z.object({ _id: z.string() })).parse(list)[0]?._id ?? ''
}

test.each([
  [{ ...wholeDay, to: '2026-06-07' }, 'days_backwards'],
  [{ ...wholeDay, to: '2026-08-08' }, 'too_many_absent_days'],
  [{ ...wholeDay, from: '2026-06-01', to: '2026-06-04' }, 'absence_over'],
])('an absence of %j is refused', async (absence, code) => {
  const { absent } = await openIll([])
  expect(await refusal(await absent(absence, true))).toEqual({ status: 409, code })
})

test('appointments affected by changed hours, an archived chair or a removed doctor also wait to be settled', async () => {
  const { portal, schedules, staff, ada, read, settle, live } = await openIll([nine], [])
  const treatments = [shownTreatment(await (await staff('GET', '/service')).json())]
  const moved = await schedules.setSchedule(ada, { ...noSchedule, treatments })
  const { change } = z.object({ change: z.string() }).parse(moved)
  const hours = await read(change)
  expect(hours).toMatchObject({ kind: 'hours', name: 'Ada', rows: [{ answer: 'left' }] })
  const [one] = hours.rows
  const choice = { way: 'cancel', appointment: one?._id, revision: one?.revision }
  expect(await settle(change, choice)).toMatchObject([{ failed: null }])

  await schedules.setSchedule(ada, { treatments, weeks: nineToFive })
  const chair = await schedules.addChair('Window')
  await booked(portal, await signIn(portal), { slot: ten })
  const body = { name: 'Window', treatments: [], archived: true, confirmed: true }
  await schedules.addChair('Elsewhere', [portal.treatments[1]?._id ?? ''])
  const archived = await schedules.act('PUT', `/staff/chairs/${chair}`, body)
  expect(archived).toMatchObject({ change: expect.any(String) })
  await staff('DELETE', '/doctors/ada@clinic.example')
  const list = z
    .array(PlanChangeSummary)
    .parse(await (await staff('GET', '/staff/plan-changes')).json())
  expect(list.map(({ kind, open }) => [kind, open])).toContainEqual(['chair', 1])
  expect((await live()).filter(({ cancelledAt }) => cancelledAt === null)).toHaveLength(1)
})
