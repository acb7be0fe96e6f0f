import * as fc from 'fast-check'
import { parse } from 'uuid'
import { expect, test } from 'vitest'
import { Reply } from '../../contract/email-links/endpoints.ts'
import { acceptedCancel, cancelBy, readTerms } from '../testing/changing.ts'
import { actsOf, details } from '../testing/desk.ts'
import { booked, openPortal, type Portal, refusal, request, signIn } from '../testing/portal.ts'
import { at, openReminding, tokensIn } from '../testing/reminding.ts'
import { issueLink, issueUnsubscribe, readToken, readUnsubscribe, signLink } from './issue-link.ts'

async function openWithReminder() {
  const opened = await openReminding()
  const { portal } = opened
  const jane = await signIn(portal, 'jane@patients.example')
  const booking = await booked(portal, jane, { phone: '718 555 0100' })
  at(portal, '2026-06-06T12:00:00Z')
  await opened.remind()
  await opened.deliver()
  const [mail] = opened.reminders()
  if (!mail) throw new Error('There is a reminder')
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { ...opened, jane, booking, tokens: tokensIn(mail), staff }
}

const read = (portal: Portal, token: string) =>
  request(portal, 'POST', '/email-links', { body: { token } })
const post = (portal: Portal, token: string, what: string, body?: object) =>
  request(portal, 'POST', `/email-links/${what}`, { body: { token, ...body } })
const row = ({ database }: Portal) =>
  database.query.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()

async function shown(portal: Portal, token: string) {
  const response = await read(portal, token)
  expect(response.status).toBe(200)
  return Reply.parse(await response.json())
}

async function shownEmail(portal: Portal, token: string): Promise<string> {
  const reply = await shown(portal, token)
  return reply.purpose === 'unsubscribe' ? reply.email : ''
}

test('opening a link changes nothing, and pressing it three times confirms once', async () => {
  const { portal, booking, tokens, staff } = await openWithReminder()
  const before = await row(portal)
  expect(await shown(portal, tokens.confirm)).toMatchObject({
    purpose: 'confirm',
    confirmed: false,
    terms: { booking: { _id: booking._id, treatment: booking.treatment, phone: '' } },
  })
  expect(await row(portal)).toEqual(before)
  for (let press = 0; press < 3; press += 1) {
    expect((await post(portal, tokens.confirm, 'confirm')).status).toBe(200)
  }
  expect(await shown(portal, tokens.confirm)).toMatchObject({ confirmed: true })
  const { appointment, history } = await details(portal, staff, booking)
  expect(appointment.confirmed).toBe(true)
  expect(history.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
    'booked by patient',
    'confirmed by patient',
  ])
})

test('a token in the query string is refused', async () => {
  const { portal, tokens } = await openWithReminder()
  for (const path of ['/email-links', '/email-links/confirm']) {
    const asked = await request(portal, 'POST', `${path}?token=${tokens.confirm}`, { body: {} })
    expect(await refusal(asked)).toEqual({ status: 400, code: 'invalid_input' })
  }
})

test('eight simultaneous presses confirm once', async () => {
  const { portal, booking, tokens, staff } = await openWithReminder()
  const presses = Array.from({ length: 8 }, () => post(portal, tokens.confirm, 'confirm'))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { history } = await details(portal, staff, booking)
  expect(history.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1)
})

test('an email link works only for its own action', async () => {
  const { portal, tokens } = await openWithReminder()
  const before = await row(portal)
  const bodies = {
    confirm: undefined,
    cancel: { revision: 0, refund: 0 },
    reschedule: {
      revision: 0,
      treatmentId: before.treatmentId,
      date: '2026-06-09',
      slot: before.slot,
      price: before.priceCents / 100,
    },
    reminders: { byMail: false },
  }
  for (const [purpose, token] of Object.entries(tokens)) {
    for (const [what, body] of Object.entries(bodies)) {
      if (what === purpose || (what === 'reminders' && purpose === 'unsubscribe')) continue
      const answer = await post(portal, token, what, body)
      expect([purpose, what, await refusal(answer)]).toEqual([
        purpose,
        what,
        { status: 410, code: 'link_void' },
      ])
    }
    if (purpose === 'unsubscribe') continue
    const atOnce = await request(portal, 'POST', `/unsubscribe/${token}`)
    expect(await refusal(atOnce)).toMatchObject({ code: 'link_void' })
  }
  expect(await row(portal)).toEqual(before)
})

test('cancelling by link follows the usual terms, frees the slot and ends the appointment’s links', async () => {
  const { portal, tokens, deliver, peer } = await openWithReminder()
  const reply = await shown(portal, tokens.cancel)
  if (reply.purpose === 'unsubscribe') throw new Error('It is about an appointment')
  const { revision, refund } = reply.terms
  const wrong = await post(portal, tokens.cancel, 'cancel', { revision, refund: refund + 1 })
  expect(await refusal(wrong)).toMatchObject({ code: 'terms_changed' })
  expect((await post(portal, tokens.cancel, 'cancel', { revision, refund })).status).toBe(200)
  expect((await row(portal)).cancelledAt).not.toBeNull()
  for (const token of [tokens.cancel, tokens.reschedule, tokens.confirm]) {
    const gone = { status: 410, code: 'appointment_cancelled' }
    expect(await refusal(await read(portal, token))).toEqual(gone)
  }
  await deliver()
  expect(peer.arrived.at(-1)?.subject).toContain('cancelled')
  await booked(portal, await signIn(portal))
})

test('a patient who has confirmed can still cancel: the appointment is cancelled, and its confirmation stays on record', async () => {
  const { portal, jane, booking, tokens, staff } = await openWithReminder()
  expect((await post(portal, tokens.confirm, 'confirm')).status).toBe(200)
  await acceptedCancel(await cancelBy(portal, jane, await readTerms(portal, jane, booking)))
  const { appointment, history } = await details(portal, staff, booking)
  expect(appointment).toMatchObject({ status: 'cancelled', confirmed: true })
  expect(history.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
    'booked by patient',
    'confirmed by patient',
    'cancelled by patient',
  ])
})

test('rescheduling by link stores the new time and voids every link of the old one', async () => {
  const { portal, tokens } = await openWithReminder()
  const reply = await shown(portal, tokens.reschedule)
  if (reply.purpose === 'unsubscribe') throw new Error('It is about an appointment')
  const { booking, revision } = reply.terms
  await post(portal, tokens.confirm, 'confirm')
  const { treatmentId, price } = booking
  const to = { treatmentId, price, date: 'Jun 9, 2026', slot: '9:00 AM - 9:30 AM' }
  const stale = await post(portal, tokens.reschedule, 'reschedule', { ...to, revision })
  expect(await refusal(stale)).toEqual({ status: 409, code: 'appointment_changed' })
  const moved = await post(portal, tokens.reschedule, 'reschedule', {
    ...to,
    revision: revision + 1,
  })
  expect(moved.status).toBe(200)
  expect(await row(portal)).toMatchObject({ day: '2026-06-09', confirmedAt: null })
  for (const token of [tokens.cancel, tokens.reschedule, tokens.confirm]) {
    expect(await refusal(await read(portal, token))).toEqual({ status: 410, code: 'link_void' })
  }
})

test('a link of the older version, with the purpose move, still reschedules', async () => {
  const { portal } = await openWithReminder()
  const { id, treatmentId, day, slot, patient, priceCents } = await row(portal)
  const signed = ['reply', 'move', id, treatmentId, day, slot, patient] as const
  const idPart = Buffer.from(parse(id)).toString('base64url')
  const former = `m${signLink(portal.config.authSecret, signed)}${idPart}`
  expect(await shown(portal, former)).toMatchObject({ purpose: 'reschedule' })
  expect((await post(portal, former, 'cancel', { revision: 0, refund: 0 })).status).toBe(410)
  const to = { treatmentId, price: priceCents / 100, date: 'Jun 9, 2026', slot }
  expect((await post(portal, former, 'reschedule', { ...to, revision: 0 })).status).toBe(200)
  expect(await row(portal)).toMatchObject({ day: '2026-06-09' })
})

test('links stay void after staff reschedule the appointment away and back', async () => {
  const { portal, tokens, staff } = await openWithReminder()
  const { id: _id, slot } = await row(portal)
  const { move } = actsOf(portal, staff)
  await move({ _id, revision: 0 }, { date: 'Jun 9, 2026', slot })
  await move({ _id, revision: 1 }, { date: 'Jun 8, 2026', slot })
  expect(await row(portal)).toMatchObject({ day: '2026-06-08', slot, revision: 2 })
  for (const token of [tokens.cancel, tokens.reschedule, tokens.confirm]) {
    expect(await refusal(await read(portal, token))).toEqual({ status: 410, code: 'link_void' })
  }
})

test('links stop working once staff reschedule the appointment or it has started', async () => {
  const { portal, tokens, staff } = await openWithReminder()
  const seen = { _id: (await row(portal)).id, revision: 0 }
  at(portal, '2026-06-08T12:00:00Z')
  const begun = { status: 410, code: 'appointment_begun' }
  expect(await refusal(await post(portal, tokens.confirm, 'confirm'))).toEqual(begun)
  at(portal, '2026-06-06T13:00:00Z')
  await actsOf(portal, staff).move(seen, { date: 'Jun 9, 2026', slot: '8:00 AM - 8:30 AM' })
  const answer = await refusal(await post(portal, tokens.confirm, 'confirm'))
  expect(answer).toEqual({ status: 410, code: 'link_void' })
})

test('a token with an invalid signature is refused, however small the change', async () => {
  const { portal, tokens } = await openWithReminder()
  const { authSecret } = portal.config
  const appointment = await row(portal)
  const forged = issueLink('another secret', 'cancel', appointment)
  const strangers = [
    'x',
    '%00',
    forged,
    `m${tokens.cancel.slice(1)}`,
    `m${tokens.reschedule.slice(1)}`,
    `${tokens.confirm}A`,
  ]
  for (const token of strangers) expect([400, 410]).toContain((await read(portal, token)).status)
  expect(issueLink(authSecret, 'cancel', appointment)).toBe(tokens.cancel)
  const part = fc.nat(tokens.cancel.length - 1)
  const letter = fc.constantFrom(...'abcXYZ012-_')
  await fc.assert(
    fc.asyncProperty(part, letter, async (place, other) => {
      const token = tokens.cancel.slice(0, place) + other + tokens.cancel.slice(place + 1)
      fc.pre(JSON.stringify(readToken(token)) !== JSON.stringify(readToken(tokens.cancel)))
      expect((await read(portal, token)).status).toBe(410)
    }),
    { numRuns: 60 },
  )
})

test('an unsubscribe link hides the e-mail address, and older links still unsubscribe', async () => {
  const { portal, tokens } = await openWithReminder()
  const [letter, rest] = [tokens.unsubscribe.slice(0, 1), tokens.unsubscribe.slice(1)]
  const email = await shownEmail(portal, tokens.unsubscribe)
  expect(Buffer.from(rest, 'base64url').toString('latin1')).not.toContain(email.slice(0, 4))
  const { authSecret } = portal.config
  const signed = signLink(authSecret, ['unsubscribe', email])
  const older = `u${signed}${Buffer.from(email).toString('base64url')}`
  expect(await shownEmail(portal, older)).toBe(email)
  const other = `u${signed}${Buffer.from(`x${email}`).toString('base64url')}`
  const changed = Buffer.from(rest, 'base64url')
  changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1
  const foreign = issueUnsubscribe('a secret of somebody else', email)
  for (const token of [other, letter + changed.toString('base64url'), foreign, 'e', 'eAAAA']) {
    expect(await refusal(await read(portal, token))).toEqual({ status: 410, code: 'link_void' })
  }
  const former = {
    authSecret: 'a newer secret, as long as it has to be',
    formerSecrets: [authSecret],
  }
  expect(readUnsubscribe(former, tokens.unsubscribe)).toBe(email)
})

test('a link unsubscribes from reminders with one click, and its page subscribes again', async () => {
  const { portal, tokens, remind, deliver, reminders } = await openWithReminder()
  const byMail = async () => {
    const reply = await shown(portal, tokens.unsubscribe)
    return reply.purpose === 'unsubscribe' && reply.byMail
  }
  expect(await byMail()).toBe(true)
  const pressed = await portal.app.request(`/unsubscribe/${tokens.unsubscribe}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([pressed.status, await byMail()]).toEqual([200, false])
  at(portal, '2026-06-08T10:00:00Z')
  await remind()
  await deliver()
  expect(reminders()).toHaveLength(1)
  await post(portal, tokens.unsubscribe, 'reminders', { byMail: true })
  expect(await byMail()).toBe(true)
})

test('rescheduling by staff clears the patient’s confirmation', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await booked(portal, jane)
  await portal.database.query
    .updateTable('appointments')
    .set({ confirmedAt: portal.time.now.toISOString() })
    .execute()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const seen = { _id: (await row(portal)).id, revision: 0 }
  await actsOf(portal, staff).move(seen, { date: 'Jun 9, 2026', slot: '8:00 AM - 8:30 AM' })
  expect((await row(portal)).confirmedAt).toBeNull()
})
