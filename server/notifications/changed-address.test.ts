import { expect, test } from 'vitest'
import { accepted, actsOf } from '../testing/desk.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import { booked, type Portal, signIn } from '../testing/portal.ts'
import { openReminding } from '../testing/reminding.ts'
import { confirm, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'
import { asked } from '../testing/waitlist.ts'

const next = 'jane.roe@patients.example'
const path = '/account/email'

async function changeAddress(portal: Portal, visitor: Visitor): Promise<void> {
  expect((await visitor.post(path, { email: next, password: jane.password })).status).toBe(200)
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

test('an offer of an earlier slot that waits while its patient changes their address is sent to the new one', async () => {
  const { portal, peer, deliver } = await openReminding()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const person = { ...jane, token: await exchange(visitor) }
  const { _id: appointment } = await booked(portal, person, { slot: '4:00 PM - 4:30 PM' })
  const slot = '9:00 AM - 9:30 AM'
  const held = await booked(portal, await signIn(portal), { slot })
  await asked(portal, person, { appointment, fromMinute: 540, untilMinute: 570 })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await accepted(await actsOf(portal, staff).cancel({ _id: held._id, revision: 0 }))
  expect(await queuedMails(portal)).toContain(`earlier-slot-offer to ${jane.email}`)
  await changeAddress(portal, visitor)
  await deliver()
  const offered = peer.arrived.filter(({ subject }) => subject?.startsWith('An earlier time'))
  expect(offered.map(({ envelope }) => envelope.to)).toEqual([[next]])
})
