import { expect, test } from 'vitest'
import { accepted, actsOf } from '../testing/desk.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import { booked, signIn } from '../testing/portal.ts'
import { openReminding } from '../testing/reminding.ts'
import { confirm, exchange, jane, signedUp } from '../testing/visitor.ts'

const next = 'jane.roe@patients.example'
const path = '/account/email'

test('a mail about an appointment that waits while its patient changes their address is sent to the new one', async () => {
  const { portal, peer, deliver } = await openReminding()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const { _id } = await booked(portal, { ...jane, token: await exchange(visitor) })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await accepted(await actsOf(portal, staff).cancel({ _id, revision: 0 }))
  expect(await queuedMails(portal)).toContain(`appointment-cancelled to ${jane.email}`)
  expect((await visitor.post(path, { email: next, password: jane.password })).status).toBe(200)
  const { token } = await readLink(portal, 'email-change')
  expect((await visitor.put(path, { token })).status).toBe(200)
  await deliver()
  const told = peer.arrived.filter(({ subject }) => subject?.endsWith('is cancelled'))
  expect(told.map(({ envelope }) => envelope.to)).toEqual([[next]])
})
