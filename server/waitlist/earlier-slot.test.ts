import { beforeEach, expect, test } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { Dependent } from '../../contract/patients/dependent.ts'
import { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { signLink } from '../email-links/issue-link.ts'
import { createDeliverDueMail } from '../notifications/deliver-mail.ts'
import { acceptedReschedule, mailOf, moveBy, readTerms, wait } from '../testing/changing.ts'
import { accepted, actsOf } from '../testing/desk.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import {
  book,
  booked,
  monday,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { askForAddress } from '../testing/proving.ts'
import {
  accept,
  answered,
  ask,
  asked,
  decline,
  listRequests,
  offerOf,
  pass,
  requestBody,
} from '../testing/waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const ten = '10:00 AM - 10:30 AM'
const four = '4:00 PM - 4:30 PM'
const onMonday = formatDay(monday)

let portal: Portal
let staff: Person
let jane: Person
let paul: Person
let holder: Person

beforeEach(async () => {
  portal = await openPortal()
  staff = await signIn(portal, 'staff@clinic.example', 'admin')
  jane = await signIn(portal, 'jane@patients.example')
  paul = await signIn(portal, 'paul@patients.example')
  holder = await signIn(portal)
})

/** Jane and then Paul want an earlier time; nine o'clock is taken, and no other time suits. */
async function twoWait() {
  const own = await booked(portal, jane, { slot: four })
  await booked(portal, paul, { slot: ten })
  const held = await booked(portal, holder, { slot: nine })
  const suits = { fromMinute: 540, untilMinute: 570 }
  const wait = await asked(portal, jane, { ...suits, appointment: own._id })
  const [paulOwn] = await ownOf(paul)
  await asked(portal, paul, { ...suits, appointment: paulOwn?._id ?? '' })
  const free = () => actsOf(portal, staff).cancel({ _id: held._id, revision: 0 })
  return { own, wait, free }
}

/** Two in the morning in New York: visits of that day may begin, and its times are free to offer. */
const earlyMonday = new Date('2026-06-08T06:00:00Z')
const setStatus = (...visit: Parameters<ReturnType<typeof actsOf>['setStatus']>) =>
  actsOf(portal, staff).setStatus(...visit)

async function ownOf({ email, token }: Person) {
  const response = await request(portal, 'GET', `/booking?email=${email}`, { token })
  return (await response.json()) as { _id: string; slot: string; date: string }[]
}

async function freeSlots(): Promise<string[]> {
  const response = await request(portal, 'GET', `/available?date=${monday}`)
  const [first] = (await response.json()) as { slots: string[] }[]
  return first?.slots ?? []
}

/** Until when the staff's screen shows nine o'clock as held for the first treatment. */
async function nineHeldUntil(): Promise<string | null | undefined> {
  const response = await request(portal, 'GET', `/staff/schedule?date=${monday}`, staff)
  const [column] = StaffDay.parse(await response.json()).columns
  return column?.slots.find(({ slot }) => slot === nine)?.heldUntil
}

test('a freed slot is held for the first on the waitlist, and accepting reschedules the appointment', async () => {
  const { own, free } = await twoWait()
  await free()
  expect(await offerOf(portal, paul)).toBeUndefined()
  const offer = await offerOf(portal, jane)
  expect(offer).toMatchObject({
    date: onMonday,
    slot: nine,
    instead: { date: onMonday, slot: four },
    price: null,
    expiresAt: '2026-06-05T15:15:00.000Z',
    state: 'open',
  })
  if (!offer) return
  expect(await freeSlots()).not.toContain(nine)
  expect(await nineHeldUntil()).toBe(offer.expiresAt)
  expect((await mailOf(portal, 'earlier-slot-offer')).text).toContain('11:15 AM EDT')
  expect(await refusal(await book(portal, holder, { slot: nine }))).toEqual({
    status: 409,
    code: 'slot_taken',
  })
  expect(await answered(await accept(portal, offer))).toMatchObject({ state: 'accepted' })
  expect(await ownOf(jane)).toMatchObject([{ _id: own._id, slot: nine }])
  expect(await freeSlots()).toContain(four)
  expect(await nineHeldUntil()).toBeNull()
  expect((await listRequests(portal, jane))[0]).toMatchObject({ state: 'done', offer: null })
  expect(await queuedMails(portal)).toContain('appointment-moved to jane@patients.example')
  expect(await refusal(await accept(portal, offer))).toMatchObject({ code: 'offer_accepted' })
  await actsOf(portal, staff).cancel({ _id: own._id, revision: 1 })
  expect(await listRequests(portal, jane)).toMatchObject([
    { state: 'done', appointment: { slot: nine, cancelled: true } },
  ])
})

test('the mail of an offer in winter says in winter time until when the slot is held', async () => {
  portal = await openPortal({ now: new Date('2026-01-09T14:15:00Z') })
  staff = await signIn(portal, 'staff@clinic.example', 'admin')
  jane = await signIn(portal)
  const inWinter = '2026-01-12'
  const held = await booked(portal, await signIn(portal), { slot: nine, date: inWinter })
  const when = { from: inWinter, until: inWinter, fromMinute: 540, untilMinute: 570 }
  await asked(portal, jane, when)
  await actsOf(portal, staff).cancel({ _id: held._id, revision: 0 })
  expect(await offerOf(portal, jane)).toMatchObject({ expiresAt: '2026-01-09T16:15:00.000Z' })
  expect((await mailOf(portal, 'earlier-slot-offer')).text).toContain(
    'until Jan 9, 2026, 11:15 AM EST.',
  )
})

test('a request follows its appointment to another treatment', async () => {
  const { own, free } = await twoWait()
  const taken = await booked(portal, await signIn(portal), { treatment: 1, slot: nine })
  const terms = await readTerms(portal, jane, own)
  const to = { date: monday, slot: four, treatment: 1 }
  await acceptedReschedule(await moveBy(portal, jane, terms, to))
  await free()
  expect(await offerOf(portal, jane)).toBeUndefined()
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  await accepted(await actsOf(portal, staff).cancel({ _id: taken._id, revision: 0 }))
  const treatment = portal.treatments[1]?.name
  expect(await offerOf(portal, jane)).toMatchObject({ treatment, slot: nine })
})

test('a slot is not offered instead of a visit that has begun, and the request for such a visit ends', async () => {
  const { own, free } = await twoWait()
  await wait(portal, earlyMonday)
  await accepted(await setStatus({ _id: own._id, revision: 0 }, 'completed'))
  await free()
  expect(await offerOf(portal, jane)).toBeUndefined()
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  await pass(portal, 0)
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over' }])
  const begun = { status: 409, code: 'appointment_begun' }
  expect(await refusal(await ask(portal, jane, { appointment: own._id }))).toEqual(begun)
})

test('when a visit begins, the slot offered instead passes to the next request immediately, and the visit stays', async () => {
  const { own, free } = await twoWait()
  await wait(portal, earlyMonday)
  await free()
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('Jane is offered nothing')
  expect(await freeSlots()).not.toContain(nine)
  await accepted(await setStatus({ _id: own._id, revision: 0 }, 'completed'))
  expect(await listRequests(portal, jane)).toMatchObject([{ state: 'over', offer: null }])
  expect(await refusal(await accept(portal, offer))).toMatchObject({ code: 'offer_expired' })
  const visits = portal.database.query.selectFrom('appointments').where('id', '=', own._id)
  expect(await visits.select(['slot', 'status', 'completedAt']).execute()).toEqual([
    { slot: four, status: 'completed', completedAt: portal.time.now.toISOString() },
  ])
  const next = await offerOf(portal, paul)
  expect(next).toMatchObject({ slot: nine, state: 'open' })
  const [paulOwn] = await ownOf(paul)
  await accepted(await setStatus({ _id: paulOwn?._id ?? '', revision: 0 }, 'arrived'))
  expect(await freeSlots()).toContain(nine)
})

test('a declined slot passes to the next request immediately, and is never offered to a request twice', async () => {
  const { free } = await twoWait()
  await free()
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('Nothing was offered')
  expect(await answered(await decline(portal, offer))).toMatchObject({ state: 'declined' })
  expect(await offerOf(portal, jane)).toBeUndefined()
  const next = await offerOf(portal, paul)
  expect(next).toMatchObject({ slot: nine, state: 'open' })
  expect(await refusal(await accept(portal, offer))).toMatchObject({ code: 'offer_declined' })
  if (next) await decline(portal, next)
  expect(await freeSlots()).toContain(nine)
  await pass(portal, 10)
  expect([await offerOf(portal, jane), await offerOf(portal, paul)]).toEqual([undefined, undefined])
})

test('an expired offer frees the slot, and the next sweep offers it to the next request', async () => {
  const { free } = await twoWait()
  await free()
  const offer = await offerOf(portal, jane)
  expect(await freeSlots()).not.toContain(nine)
  portal.time.now = new Date(portal.time.now.getTime() + 120 * 60_000)
  expect(await freeSlots()).toContain(nine)
  await pass(portal, 0)
  expect(await freeSlots()).not.toContain(nine)
  expect(await offerOf(portal, paul)).toMatchObject({ slot: nine })
  if (!offer) return
  expect(await refusal(await accept(portal, offer))).toMatchObject({ code: 'offer_expired' })
})

test('a patient whose offer ends because its day is closed is told so, once', async () => {
  const { free } = await twoWait()
  await free()
  const offer = await offerOf(portal, jane)
  const closure = { from: monday, to: monday, reason: 'Painters', confirmed: true }
  const close = { token: staff.token, body: closure }
  expect((await request(portal, 'POST', '/staff/closures', close)).status).toBe(200)
  const before = await queuedMails(portal)
  for (const _ of ['first sweep', 'second sweep']) await pass(portal, 0)
  expect((await queuedMails(portal)).slice(before.length)).toEqual([
    'earlier-slot-withdrawn to jane@patients.example',
  ])
  const { text } = await mailOf(portal, 'earlier-slot-withdrawn')
  expect(text).toContain('cannot offer it any longer')
  if (offer) expect((await refusal(await accept(portal, offer))).code).toBe('offer_expired')
})

test('the link in the mail authorizes the answer, and a forged link does not', async () => {
  const { free } = await twoWait()
  await free()
  const { path, token } = await readLink(portal, 'earlier-slot-offer')
  expect(path).toBe('/offer')
  const read = await request(portal, 'POST', '/offers', { body: { token } })
  expect(await answered(read)).toMatchObject({ slot: nine, patientName: 'Pat Doe' })
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  expect((await request(portal, 'POST', '/offers', { body: { token: forged } })).status).toBe(404)
  expect((await decline(portal, { token: forged })).status).toBe(404)
  expect(await answered(await accept(portal, { token, price: null }))).toMatchObject({
    state: 'accepted',
  })
})

test('a change of the patient’s address ends the link to an offer, and the mail that waits has one that works', async () => {
  const { free } = await twoWait()
  const change = await askForAddress(portal, jane, 'jane.roe@patients.example')
  await free()
  const { token } = await readLink(portal, 'earlier-slot-offer')
  const read = async (one: string) =>
    (await request(portal, 'POST', '/offers', { body: { token: one } })).status
  expect(await read(token)).toBe(200)
  expect((await change()).status).toBe(200)
  expect(await read(token)).toBe(404)
  expect((await accept(portal, { token, price: null })).status).toBe(404)
  expect((await decline(portal, { token })).status).toBe(404)
  const { token: renewed } = await readLink(portal, 'earlier-slot-offer')
  expect(await read(renewed)).toBe(200)
  const answer = await accept(portal, { token: renewed, price: null })
  expect(await answered(answer)).toMatchObject({ state: 'accepted' })
})

test('a link to an offer that was signed without the patient’s address is accepted while the offer is open', async () => {
  const { free } = await twoWait()
  await free()
  const { token } = await readLink(portal, 'earlier-slot-offer')
  const id = token.slice(0, 36)
  const former = id + signLink(portal.config.authSecret, ['offer', id])
  expect(await answered(await decline(portal, { token: former }))).toMatchObject({
    state: 'declined',
  })
})

test('accepting an offer on a full day books an appointment at the price shown', async () => {
  const held = await booked(portal, holder, { slot: nine })
  await asked(portal, jane, { fromMinute: 540, untilMinute: 570 })
  await actsOf(portal, staff).cancel({ _id: held._id, revision: 0 })
  const offer = await offerOf(portal, jane)
  if (!offer) throw new Error('Nothing was offered')
  expect(offer).toMatchObject({ instead: null, price: 99 })
  const wrong = await accept(portal, { ...offer, price: 98 })
  expect(await refusal(wrong)).toEqual({ status: 409, code: 'price_changed' })
  await answered(await accept(portal, offer))
  expect(await ownOf(jane)).toMatchObject([{ slot: nine, date: onMonday }])
})

test('a request made while a slot is free is offered that slot immediately', async () => {
  const wait = await asked(portal, jane)
  expect(wait.offer).toMatchObject({ slot: '8:00 AM - 8:30 AM' })
})

test('an offer that was declined before its mail went out is not mailed', async () => {
  const { free } = await twoWait()
  await free()
  const offer = await offerOf(portal, jane)
  if (offer) await decline(portal, offer)
  const sent: string[] = []
  const mailer = {
    send: async ({ kind, recipient }: { kind: string; recipient: string }) => {
      sent.push(`${kind} to ${recipient}`)
    },
  }
  const deliver = createDeliverDueMail({ ...portal.deps, mailer })
  while (await deliver());
  expect(sent).toContain('earlier-slot-offer to paul@patients.example')
  expect(sent).not.toContain('earlier-slot-offer to jane@patients.example')
})

test('an account can request a slot for a dependent, who is booked under their own name', async () => {
  const { token } = jane
  const added = await request(portal, 'POST', '/family', {
    token,
    body: { name: 'Tim Doe', relation: 'child' },
  })
  const { _id: dependent } = Dependent.parse(await added.json())
  const wait = await asked(portal, jane, { dependent })
  expect(wait).toMatchObject({ patientName: 'Tim Doe', offer: { patientName: 'Tim Doe' } })
  // One request for each dependent.
  expect(await refusal(await ask(portal, jane, { dependent }))).toMatchObject({
    code: 'already_waiting',
  })
  await asked(portal, jane, { dependent: null })
  // Removed in another tab, or somebody else's.
  expect(await refusal(await ask(portal, paul, { dependent }))).toEqual({
    status: 409,
    code: 'unknown_dependent',
  })
  if (wait.offer) await answered(await accept(portal, wait.offer))
  expect(await ownOf(jane)).toMatchObject([
    { patientName: 'Tim Doe', dependent: { name: 'Tim Doe', relation: 'child' } },
  ])
})

test('a request is invisible to other accounts, and ends with its appointment', async () => {
  const { own, wait } = await twoWait()
  const left = await request(portal, 'DELETE', `/waitlist/${wait._id}`, { token: paul.token })
  expect(left.status).toBe(404)
  const foreign = await ask(portal, paul, { appointment: own._id })
  expect(foreign.status).toBe(404)
  await actsOf(portal, staff).cancel({ _id: own._id, revision: 0 })
  expect((await listRequests(portal, jane))[0]).toMatchObject({ state: 'over', ahead: null })
})

const refused = async (input: Parameters<typeof ask>[2]) =>
  (await refusal(await ask(portal, jane, input))).code

test('a request that no slot can ever fulfil is refused, and one that a slot can still fulfil is accepted', async () => {
  const { query } = portal.database
  const today = { from: '2026-06-05', until: '2026-06-05' }
  const sunday = { from: '2026-06-07', until: '2026-06-07' }
  expect(await refused(sunday)).toBe('nothing_possible')
  expect(await refused({ from: '2027-06-08', until: '2027-06-08' })).toBe('nothing_possible')
  expect(await refused({ fromMinute: 12 * 60, untilMinute: 13 * 60 })).toBe('nothing_possible')
  await query.insertInto('closures').values({ day: '2026-06-09', reason: '' }).execute()
  expect(await refused({ from: '2026-06-09', until: '2026-06-09' })).toBe('nothing_possible')
  // Today's last half hour begins at 4:30 PM; with a day's notice it is already too late in the morning.
  const afternoon = { ...today, fromMinute: 13 * 60 }
  await query
    .updateTable('clinic')
    .set({ leadMinutes: 24 * 60 })
    .execute()
  expect(await refused(afternoon)).toBe('nothing_possible')
  await query.updateTable('clinic').set({ leadMinutes: 0 }).execute()
  portal.time.now = new Date('2026-06-05T20:30:00Z')
  expect(await refused(afternoon)).toBe('nothing_possible')
  portal.time.now = new Date('2026-06-05T20:29:00Z')
  const wait = await asked(portal, jane, afternoon)

  const change = (suits: object) =>
    request(portal, 'PUT', `/waitlist/${wait._id}`, {
      token: jane.token,
      body: { ...requestBody(portal), ...suits },
    })
  expect((await refusal(await change(sunday))).code).toBe('nothing_possible')
  expect((await change({})).status).toBe(200)
})

test('with no time left before an appointment, no earlier slot can be requested', async () => {
  const own = await booked(portal, jane, { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' })
  const days = { from: '2026-06-05', until: '2026-06-08', appointment: own._id }
  expect(await refused(days)).toBe('nothing_possible')
})
