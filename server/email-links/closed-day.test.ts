import { expect, test } from 'vitest'
import { queueClosureMails } from '../clinic/mails.ts'
import { setPolicy } from '../testing/changing.ts'
import { openIll } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { books, pay } from '../testing/paying.ts'
import { booked, refusal, request, signIn } from '../testing/portal.ts'
import { at, linksIn, openReminding, tokensIn } from '../testing/reminding.ts'

const closure = { from: '2026-06-08', to: '2026-06-08', reason: 'Burst pipe', confirmed: true }
const to = { date: '2026-06-09', slot: '10:00 AM - 10:30 AM', price: 99 }

/** A paid appointment within the notice; then its day closes, and its patient is notified. */
async function openClosed() {
  const opened = await openReminding()
  const { portal, deliver, peer } = opened
  await setPolicy(portal, { cutoffMinutes: 4320, refundRule: 'never' })
  const jane = await signIn(portal, 'jane@patients.example')
  const booking = await booked(portal, jane, { phone: '718 555 0100' })
  await pay(portal, jane, booking)
  await deliver()
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const staff = (method: string, path: string, body?: object) =>
    request(portal, method, path, { token, ...(body && { body }) })
  const closeAndAsk = async (...more: { day: string; reason: string }[]) => {
    await staff('POST', '/staff/closures', closure)
    for (const { day, reason } of more)
      await staff('POST', '/staff/closures', { ...closure, from: day, to: day, reason })
    const last = more.at(-1)?.day ?? closure.to
    await staff('POST', '/staff/closures/settle', { from: closure.from, to: last, way: 'ask' })
  }
  const close = async () => {
    await closeAndAsk()
    await deliver()
    const mails = peer.arrived.filter(({ subject }) => subject?.includes('is closed on'))
    return mails
  }
  const post = (sent: string, what: string, body: object) =>
    request(portal, 'POST', `/email-links/${what}`, { body: { token: sent, ...body } })
  const bookings = async () => (await books(portal)).appointments
  return { ...opened, jane, booking, staff, close, closeAndAsk, post, bookings }
}

test('the closure mail’s link reschedules its appointment even past the cut-off, and works only once', async () => {
  const { close, post, bookings, booking } = await openClosed()
  const [mail] = await close()
  expect([...linksIn(mail ?? {}).keys()]).toEqual(['Choose another time', 'Cancel the appointment'])
  const tokens = tokensIn(mail ?? {})
  const [{ revision } = { revision: -1 }] = await bookings()
  const move = { ...to, revision, treatmentId: booking.treatmentId, returned: 0 }
  expect((await post(tokens.reschedule, 'reschedule', move)).status).toBe(200)
  expect(await bookings()).toMatchObject([{ day: '2026-06-09', cancelledAt: null }])
  for (const [token, what] of [
    [tokens.reschedule, 'reschedule'],
    [tokens.cancel, 'cancel'],
  ] as const) {
    const again = await post(token, what, { ...move, refund: 99 })
    expect(await refusal(again)).toEqual({ status: 410, code: 'link_void' })
  }
})

test('the closure mail’s link cancels the appointment with a full refund', async () => {
  const { portal, close, post, bookings } = await openClosed()
  const [mail] = await close()
  const [{ revision } = { revision: -1 }] = await bookings()
  const gone = await post(tokensIn(mail ?? {}).cancel, 'cancel', { revision, refund: 99 })
  expect(await gone.json()).toMatchObject({ refund: 99 })
  const { appointments, refunds } = await books(portal)
  expect(appointments).toMatchObject([{ paidCents: 0 }])
  expect(refunds).toMatchObject([{ state: 'succeeded', amountCents: 99_00 }])
})

test('each of several appointments has a closure mail of its own, with its links and the reason of its day', async () => {
  const { portal, peer, jane, closeAndAsk, deliver } = await openClosed()
  const { _id: dependent } = await addDependent(portal, jane)
  const another = { dependent, treatment: 1, slot: '1:00 PM - 1:30 PM' }
  await booked(portal, jane, { ...another, date: 'Jun 10, 2026' })
  await deliver()
  peer.arrived.length = 0
  await closeAndAsk({ day: '2026-06-10', reason: 'Strike' })
  await deliver()
  const lines = peer.arrived.map(({ text }) => text?.split('\n') ?? [])
  const lineWith = (word: string) => lines.map((some) => some.find((line) => line.includes(word)))
  expect(lineWith('reason')).toEqual(['The reason: Burst pipe', 'The reason: Strike'])
  expect(lineWith('M - ')).toEqual([
    'Teeth Orthodontics: Monday, Jun 8, 2026, 8:00 AM - 8:30 AM',
    'Cosmetic Dentistry for Timmy Doe: Wednesday, Jun 10, 2026, 1:00 PM - 1:30 PM',
  ])
  const links = peer.arrived.map((mail) => linksIn(mail))
  for (const some of links)
    expect([...some.keys()]).toEqual(['Choose another time', 'Cancel the appointment'])
  expect(new Set(links.flatMap((some) => [...some.values()].map(String))).size).toBe(4)
})

test('a closure mail is not sent if the day is reopened first', async () => {
  const { parts, peer, staff, closeAndAsk, deliver } = await openClosed()
  await closeAndAsk()
  expect(await queueClosureMails(parts)).toBe(true)
  await staff('DELETE', '/staff/closures/2026-06-08')
  await deliver()
  expect(peer.arrived.filter(({ subject }) => subject?.includes('closed'))).toEqual([])
})

test('of the closure mails of several appointments only those are sent whose day is still closed', async () => {
  const { portal, parts, peer, jane, staff, closeAndAsk, deliver } = await openClosed()
  await booked(portal, jane, { date: 'Jun 9, 2026' })
  await booked(portal, jane, { date: 'Jun 10, 2026' })
  await closeAndAsk(
    { day: '2026-06-09', reason: 'Strike' },
    { day: '2026-06-10', reason: 'Strike' },
  )
  expect(await queueClosureMails(parts)).toBe(true)
  await staff('DELETE', '/staff/closures/2026-06-08')
  await staff('DELETE', '/staff/closures/2026-06-10')
  await deliver()
  const told = peer.arrived.filter(({ subject }) => subject?.includes('closed'))
  expect(told.map(({ subject }) => subject)).toEqual(['Molar Dental is closed on Jun 9, 2026'])
})

test('a reminder’s link confirms nothing once the clinic has asked for another time, until the day is open again', async () => {
  const { portal, remind, reminders, staff, closeAndAsk, deliver, post, bookings } =
    await openClosed()
  at(portal, '2026-06-06T12:00:00Z')
  await remind()
  await deliver()
  const { confirm } = tokensIn(reminders()[0] ?? {})
  const read = () => request(portal, 'POST', '/email-links', { body: { token: confirm } })
  await closeAndAsk()
  const impossible = { status: 410, code: 'appointment_impossible' }
  expect(await refusal(await read())).toEqual(impossible)
  expect(await refusal(await post(confirm, 'confirm', {}))).toEqual(impossible)
  expect(await bookings()).toMatchObject([{ confirmedAt: null }])
  await staff('DELETE', '/staff/closures/2026-06-08')
  expect((await read()).status).toBe(200)
  expect((await post(confirm, 'confirm', {})).status).toBe(200)
})

test('a reminder’s link does not confirm an appointment whose doctor is away, once its patient was asked', async () => {
  const { portal, deliver, goIll, peer, post, remind, settle, staff } = await openIll()
  at(portal, '2026-06-06T13:00:00Z')
  await remind()
  await deliver()
  const [reminder] = peer.arrived
  const { shown, change } = await goIll()
  const [one] = shown
  const revision = one?.proposal?.revision
  await settle(change, { way: 'ask', appointment: one?._id, revision })
  const { confirm } = tokensIn(reminder ?? {})
  const confirmed = () => post(confirm, 'confirm')
  expect(await refusal(await confirmed())).toEqual({ status: 410, code: 'appointment_impossible' })
  const answer = `/staff/plan-changes/${change}/appointments/${one?._id}/answer`
  expect((await staff('POST', answer, { answered: true })).status).toBe(200)
  expect((await confirmed()).status).toBe(200)
})
