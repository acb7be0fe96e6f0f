import { expect, test } from 'vitest'
import type { Sandbox } from '../payments/sandbox/sandbox.ts'
import { sweepPayments } from '../payments/sweep-payments.ts'
import { accepted, actsOf, details } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { findWords } from '../testing/find-words.ts'
import { recordsOf } from '../testing/patients.ts'
import { openTill, pay } from '../testing/paying.ts'
import { booked, type Person, type Portal, request, signIn, today } from '../testing/portal.ts'
import { slotOver, writeReview } from '../testing/reviewing.ts'

const words = ['ostrich']
const reason = 'Rode away on an ostrich'

async function remove(portal: Portal, { token }: Person, email: string) {
  const path = `/users/${email}?appointments=cancel`
  expect((await request(portal, 'DELETE', path, { token })).status).toBe(200)
}

async function cancelWithRefund(portal: Portal, staff: Person, booking: { _id: string }) {
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).cancel(appointment, { reason, refund: true }))
}

test('after an account is removed, no table contains what was typed by or about its patients', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const timmy = await addDependent(portal, jane, { name: 'Timmy Ostrich' })
  const [holder] = await records.list(jane.email)
  for (const id of [holder?._id ?? '', timmy._id]) {
    const texts = { note: 'Fears an ostrich', alert: 'Ostrich allergy' }
    expect((await records.change(id, texts)).status).toBe(200)
  }
  await pay(portal, jane, booking)
  const slot = '9:30 AM - 10:00 AM'
  const visit = await booked(portal, jane, { treatment: 1, date: today, slot })
  await booked(portal, jane, { treatment: 2, dependent: timmy._id })
  const message = { email: jane.email, subject: 'Ostriches', message: 'An ostrich?' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  portal.time.now = slotOver
  await writeReview(portal, jane, visit._id, { stars: 5, text: 'There was an ostrich.' })
  const admin = await signIn(portal, 'recently@clinic.example', 'admin')
  await cancelWithRefund(portal, admin, booking)
  const texts = await findWords(portal, words)
  expect(texts.map((found) => found.split(':')[0]).toSorted()).toEqual([
    ...['appointmentEvents', 'appointments', 'auditEntries', 'contactMessages', 'outbox'],
    ...['patientParts', 'patients', 'refunds', 'reviews', 'searchPeople', 'searchPeopleParts'],
  ])
  await remove(portal, admin, jane.email)
  expect(await findWords(portal, words)).toEqual([])
})

test('a refund that is under way while its patient is erased is recorded without its reason', async () => {
  let underWay = async (): Promise<void> => {
    throw new Error('The provider is away')
  }
  const line = (sandbox: Sandbox): Sandbox => ({
    ...sandbox,
    refund: async (order) => {
      await underWay()
      return sandbox.refund(order)
    },
  })
  const { portal, jane, booking } = await openTill({ line })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await pay(portal, jane, booking)
  await cancelWithRefund(portal, staff, booking)
  underWay = () => remove(portal, staff, jane.email)
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  await sweepPayments({ ...portal.deps, payments: portal.payments })
  expect(await findWords(portal, words)).toEqual([])
  const { query } = portal.database
  const events = query.selectFrom('appointmentEvents').select(['kind', 'data'])
  const [refunded] = await events.where('kind', '=', 'refunded').execute()
  expect(refunded?.data).toContain('"reason":{"text":"—"}')
})
