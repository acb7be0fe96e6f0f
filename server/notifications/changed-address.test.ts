import { describe, expect, inject, test } from 'vitest'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queueClosureMails } from '../clinic/mails.ts'
import { untilBlocked } from '../testing/database/database.ts'
import { accepted, actsOf, by, openIll, toSame } from '../testing/desk.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import { booked, monday, type Portal, request, signIn } from '../testing/portal.ts'
import { askForAddress, beforeAddressChanges, whileAddressChanges } from '../testing/proving.ts'
import { at, linksIn, openReminding } from '../testing/reminding.ts'
import { confirm, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'
import { accept, answered, asked } from '../testing/waitlist.ts'

const next = 'jane.roe@patients.example'
const path = '/account/email'

/** Of Monday, Jun 8, 2026 at eight in the morning in New York. */
const twoDaysBefore = '2026-06-06T12:00:00Z'

async function changeAddress(portal: Portal, visitor: Visitor, password = jane.password) {
  expect((await visitor.post(path, { email: next, password })).status).toBe(200)
  const { token } = await readLink(portal, 'email-change')
  expect((await visitor.put(path, { token })).status).toBe(200)
}

test('a mail about an appointment that waits while its patient changes their address is sent to the new one', async () => {
  const { portal, peer, deliver } = await openReminding()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const { _id } = await booked(portal, { ...jane, token: await exchange(visitor) })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await accepted(await actsOf(portal, staff).cancel({ _id, revision: 0 }))
  expect(await queuedMails(portal)).toContain(`appointment-cancelled to ${jane.email}`)
  await changeAddress(portal, visitor)
  await deliver()
  const told = peer.arrived.filter(({ subject }) => subject?.endsWith('is cancelled'))
  expect(told.map(({ envelope }) => envelope.to)).toEqual([[next]])
})

/** Jane is offered a time, and the mail about it waits. */
async function openOffered() {
  const opened = await openReminding()
  const { portal } = opened
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const held = await booked(portal, await signIn(portal), { slot: '9:00 AM - 9:30 AM' })
  const person = { ...jane, token: await exchange(visitor) }
  await asked(portal, person, { fromMinute: 540, untilMinute: 570 })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await accepted(await actsOf(portal, staff).cancel({ ...held, revision: 0 }))
  expect(await queuedMails(portal)).toContain(`earlier-slot-offer to ${jane.email}`)
  return { ...opened, visitor, price: held.price }
}

test('an offer of an earlier time that waits while its patient changes their address is sent to the new one, where it can be accepted', async () => {
  const { portal, peer, deliver, visitor, price } = await openOffered()
  await changeAddress(portal, visitor)
  await deliver()
  const sentTo = (email: string) => peer.arrived.filter(({ envelope }) => envelope.to[0] === email)
  expect(sentTo(jane.email).map(({ subject }) => subject)).toEqual([
    'Please confirm your e-mail address for Molar Dental',
    'Your e-mail address for Molar Dental is being changed',
  ])
  const [, offer] = sentTo(next)
  expect(offer?.subject).toBe('An earlier time at Molar Dental: Jun 8, 2026')
  const hash = linksIn(offer ?? {}).get('Take this time')?.hash ?? ''
  await answered(await accept(portal, { token: hash.replace('#token=', ''), price }))
})

test('an offer stays with its patient when an unconfirmed second sign-up with the address changes its own', async () => {
  const { portal } = await openOffered()
  const password = 'a second secret'
  await changeAddress(portal, await signedUp(portal.app, { ...jane, password }), password)
  expect(await queuedMails(portal)).toContain(`earlier-slot-offer to ${jane.email}`)
})

/** Jane has an appointment on a day that the clinic closes, and is asked to choose another. */
async function openClosed() {
  const opened = await openReminding()
  const { portal, parts } = opened
  const person = await signIn(portal, jane.email)
  await booked(portal, person)
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const days = { from: monday, to: monday }
  const closure = { ...days, reason: 'Burst pipe', confirmed: true }
  await request(portal, 'POST', '/staff/closures', { token, body: closure })
  await request(portal, 'POST', '/staff/closures/settle', { token, body: { ...days, way: 'ask' } })
  const change = await askForAddress(portal, person, next)
  return { ...opened, change, write: () => queueClosureMails(parts) }
}

test('a mail about a closed day that waits while its patient changes their address is sent to the new one', async () => {
  const { portal, peer, deliver, change, write } = await openClosed()
  await write()
  expect(await queuedMails(portal)).toContain(`clinic-closed to ${jane.email}`)
  expect((await change()).status).toBe(200)
  await deliver()
  const told = peer.arrived.filter(({ subject }) => subject?.includes('is closed on'))
  expect(told.map(({ envelope }) => envelope.to)).toEqual([[next]])
})

if (inject('engine') === 'postgres') {
  test.each(['move', 'ask'] as const)(
    'a mail about an absence (%s) that is written while its patient’s address changes is sent to the new one',
    async (way) => {
      const { portal, people, goIll, settle, deliver, peer } = await openIll()
      const { database } = portal
      const [patient] = people
      if (!patient) throw new Error('Nobody has booked')
      const { shown, change } = await goIll()
      const changeIt = await askForAddress(portal, patient.person, next)
      let settling: ReturnType<typeof settle> | undefined
      let changing: ReturnType<typeof changeIt> | undefined
      await database.query.transaction().execute(async (transaction) => {
        await transaction.updateTable('settlements').set({ answeredAt: null }).execute()
        settling = settle(
          change,
          ...shown.map((one) => (way === 'move' ? toSame(one) : by(way, one))),
        )
        await untilBlocked(database, settling)
        changing = changeIt()
        await untilBlocked(database, changing, 1)
      })
      expect(await settling).toMatchObject([{ failed: null, mailed: true }])
      expect((await changing)?.status).toBe(200)
      await deliver()
      const told = peer.arrived.filter(({ subject }) => subject?.includes('your appointment at'))
      expect(told.map(({ envelope }) => envelope.to)).toEqual([[next]])
    },
  )

  describe.each([
    { when: 'just before its patient’s address changes', meet: beforeAddressChanges },
    { when: 'while its patient’s address changes', meet: whileAddressChanges },
  ])('a mail that is written $when is sent to the new one', ({ meet }) => {
    test('the confirmation of a booking', async () => {
      const { portal, parts, peer, deliver } = await openReminding()
      const person = await signIn(portal, jane.email)
      await booked(portal, person)
      const change = await askForAddress(portal, person, next)
      await meet(portal, change, () => queueConfirmations(parts))
      await deliver()
      const told = peer.arrived.filter(({ subject }) => subject?.startsWith('Your appointment'))
      expect(told.map(({ envelope }) => envelope.to)).toEqual([[next]])
    })

    test('a reminder', async () => {
      const { portal, remind, deliver, reminders } = await openReminding()
      const person = await signIn(portal, jane.email)
      await booked(portal, person)
      const change = await askForAddress(portal, person, next)
      at(portal, twoDaysBefore)
      await meet(portal, change, remind)
      await deliver()
      expect(reminders().map(({ envelope }) => envelope.to)).toEqual([[next]])
    })

    test('a mail about a closed day', async () => {
      const { portal, change, write } = await openClosed()
      await meet(portal, change, write)
      expect(await queuedMails(portal)).toContain(`clinic-closed to ${next}`)
    })
  })
}
