import { expect, test } from 'vitest'
import { openingEndpoints } from '../../contract/clinic/endpoints.ts'
import { readTerms } from '../testing/changing.ts'
import { accepted, actsOf, bookFor } from '../testing/desk.ts'
import { pay } from '../testing/paying.ts'
import {
  booked,
  type Person,
  type Portal,
  request,
  signIn,
  signInUnconfirmed,
} from '../testing/portal.ts'
import { signInClaim } from '../testing/proving.ts'
import { at, openReminding } from '../testing/reminding.ts'
import { queueMail } from './queue-mail.ts'

const email = 'vera@patients.example'
const slots = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM', '10:00 AM - 10:30 AM', '1:00 PM - 1:30 PM']

/** An attacker has signed up with Vera's address; staff know Vera by it as well. */
async function openWithSquatter() {
  const opened = await openReminding()
  const { portal, peer, deliver } = opened
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const squatter = await signInUnconfirmed(portal, email)
  const bookOwn = (treatment: number) =>
    booked(portal, squatter, { treatment, slot: slots[treatment] ?? '' })
  /** Mail that has arrived since the last call. */
  const arrivals = async () => {
    await deliver()
    return peer.arrived.splice(0)
  }
  const subjects = async () => (await arrivals()).map(({ subject }) => subject)
  return { ...opened, staff, squatter, bookOwn, arrivals, subjects }
}

test('an unconfirmed account is mailed about bookings made by staff, not about its own', async () => {
  const { portal, staff, squatter, bookOwn, subjects } = await openWithSquatter()
  const { move, cancel } = actsOf(portal, staff)
  const [one, other] = [await bookOwn(0), await bookOwn(1)]
  const { revision, refund } = await readTerms(portal, squatter, one)
  const body = { revision, refund }
  const { token } = squatter
  const gone = await request(portal, 'POST', `/booking/${one._id}/cancel`, { token, body })
  expect(gone.status).toBe(200)
  await accepted(await cancel({ ...other, revision: 0 }))
  expect(await subjects()).toEqual([])
  const input = { treatment: 2, slot: slots[2] ?? '' }
  const made = await accepted(await bookFor(portal, staff, { email, name: 'Vera' }, input))
  const moved = await accepted(await move(made, { date: '2026-06-09', slot: slots[3] ?? '' }))
  await accepted(await cancel(moved))
  // All three were written before the first was sent.
  expect(await subjects()).toEqual(['Your appointment at Molar Dental on Jun 9, 2026 is cancelled'])
  const rows = await portal.database.query.selectFrom('outbox').select('bookedBy').execute()
  expect(new Set(rows.map(({ bookedBy }) => bookedBy))).toEqual(new Set(['']))
})

test('confirming an account sends one mail with a calendar entry for each current appointment it booked', async () => {
  const { portal, staff, squatter, bookOwn, arrivals, subjects } = await openWithSquatter()
  const [, two, three] = [await bookOwn(0), await bookOwn(1), await bookOwn(2)]
  await bookFor(portal, staff, { email, name: 'Vera' }, { treatment: 3, slot: slots[3] ?? '' })
  const { cancel, move } = actsOf(portal, staff)
  await accepted(await cancel({ ...two, revision: 0 }))
  const to = { date: '2026-06-09', slot: slots[2] ?? '' }
  await accepted(await move({ ...three, revision: 0 }, to))
  expect(await subjects()).toEqual(['Your appointment at Molar Dental on Jun 8, 2026'])
  await squatter.confirm()
  const mails = await arrivals()
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Your appointment at Molar Dental on Jun 8, 2026',
    'Your appointment at Molar Dental on Jun 9, 2026',
  ])
  for (const { text, attachments } of mails) {
    expect(text).toContain('is booked for Pat Doe')
    expect(attachments[0]).toMatchObject({ mimeType: 'text/calendar', method: 'REQUEST' })
  }
  expect(await subjects()).toEqual([])
  const { revision, refund } = await readTerms(portal, squatter, three)
  const body = { revision, refund }
  const { token } = squatter
  await request(portal, 'POST', `/booking/${three._id}/cancel`, { token, body })
  expect(await subjects()).toContain('Your appointment at Molar Dental on Jun 9, 2026 is cancelled')
})

test('a payment by an unconfirmed account sends a receipt without a name', async () => {
  const { portal, squatter, bookOwn, arrivals } = await openWithSquatter()
  await pay(portal, squatter, await bookOwn(0))
  const [receipt, ...others] = await arrivals()
  expect(others).toEqual([])
  expect(receipt?.subject).toContain('Your receipt from Molar Dental')
  expect(receipt?.text).toContain('Amount: $')
  for (const body of [receipt?.text, receipt?.html]) expect(body).not.toContain('Pat Doe')
})

async function askOn(portal: Portal, { token }: Person, day: string) {
  const body = { from: day, to: day, way: 'ask' }
  const answer = await request(portal, 'POST', '/staff/closures/settle', { token, body })
  return openingEndpoints.settleClosed.answer.parse(await answer.json()).settled
}

test('a closure notifies an unconfirmed address only of appointments booked by staff', async () => {
  const { portal, staff, bookOwn, arrivals } = await openWithSquatter()
  await bookOwn(0)
  await bookOwn(1)
  const jane = await signIn(portal, 'jane@patients.example')
  await booked(portal, jane, { treatment: 4, slot: slots[0] ?? '' })
  await bookFor(portal, staff, { email, name: 'Vera' }, { treatment: 2, slot: slots[2] ?? '' })
  await arrivals()
  const body = {
    ...{ from: '2026-06-08', to: '2026-06-08', reason: 'Burst pipe' },
    confirmed: true,
  }
  const { token } = staff
  await request(portal, 'POST', '/staff/closures', { token, body })
  const settled = await askOn(portal, staff, '2026-06-08')
  expect(settled.map(({ mailed }) => mailed).sort()).toEqual([false, false, true, true])
  const mails = await arrivals()
  const toVera = mails.find(({ to }) => to?.[0]?.address === email)
  expect(mails).toHaveLength(2)
  expect(toVera?.text).toContain('10:00 AM')
  expect(toVera?.text).not.toContain('8:00 AM')
})

test('a queued mail without a known booker is not sent to an unconfirmed account', async () => {
  const { portal, squatter, subjects } = await openWithSquatter()
  await squatter.confirm()
  const mail = {
    kind: 'earlier-slot-offer',
    recipient: email,
    subject: 'An offer',
    text: '',
    html: '',
  }
  await queueMail(portal.database.query, mail, portal.time.now)
  const { query, engine } = portal.database
  const emailVerified = engine === 'postgres' ? false : 0
  await query.updateTable('users').set({ emailVerified }).where('email', '=', email).execute()
  await queueMail(query, { ...mail, kind: 'verification', subject: 'Confirm' }, portal.time.now)
  expect(await subjects()).toEqual(['Confirm'])
})

test('the owner of an address gets no mail or text about appointments of a second sign-up with it', async () => {
  const sms = { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'a token', SMS_FROM: '+17185550100' }
  const opened = await openReminding({ settings: sms })
  const { portal, peer, deliver, remind } = opened
  const vera = await signIn(portal, email)
  const byText = { byMail: true, bySms: true, phone: '+17185550177' }
  const stored = await request(portal, 'PUT', '/reminder-settings', {
    token: vera.token,
    body: byText,
  })
  expect(stored.status).toBe(200)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const stranger = await signInClaim(portal, email)
  const bookOwn = (treatment: number) =>
    booked(portal, stranger, { treatment, slot: slots[treatment] ?? '' })
  const [one, other] = [await bookOwn(0), await bookOwn(1)]
  const { revision, refund } = await readTerms(portal, stranger, one)
  const gone = await request(portal, 'POST', `/booking/${one._id}/cancel`, {
    token: stranger.token,
    body: { revision, refund },
  })
  expect(gone.status).toBe(200)
  const to = { date: '2026-06-09', slot: slots[3] ?? '' }
  await accepted(await actsOf(portal, staff).move({ ...other, revision: 0 }, to))
  const day = { from: '2026-06-09', to: '2026-06-09', reason: 'Burst pipe' }
  await request(portal, 'POST', '/staff/closures', {
    token: staff.token,
    body: { ...day, confirmed: true },
  })
  expect(await askOn(portal, staff, '2026-06-09')).toMatchObject([{ mailed: false }])
  await request(portal, 'DELETE', '/staff/closures/2026-06-09', { token: staff.token })
  await pay(portal, stranger, other)
  // A day before.
  at(portal, '2026-06-08T17:00:00Z')
  expect(await remind()).toBe(true)
  await deliver()
  expect(peer.arrived.map(({ subject }) => subject)).toEqual([
    'Your receipt from Molar Dental: $79',
  ])
  expect(peer.arrived[0]?.text).not.toContain('Pat Doe')
  const kinds = await portal.database.query.selectFrom('outbox').select('kind').execute()
  expect(kinds).toEqual([{ kind: 'receipt' }])
})
