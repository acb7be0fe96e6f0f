import { expect, inject, test } from 'vitest'
import { Deletion } from '../../../contract/identity/account.ts'
import { AccountData } from '../../../contract/identity/account-data.ts'
import { releaseUnproved } from '../../appointments/unproved/release-unproved.ts'
import { queueConfirmations } from '../../calendar/queue-confirmations.ts'
import { prepareMarkSent } from '../../notifications/queries.ts'
import { createQueueReminders } from '../../reminders/queue-reminders.ts'
import { beginBeforeNextCommit } from '../../testing/database/database.ts'
import { openDesk } from '../../testing/desk.ts'
import { addDependent } from '../../testing/family.ts'
import { queuedMails, readLink } from '../../testing/mailbox.ts'
import { recordsOf } from '../../testing/patients.ts'
import { openTill, pay } from '../../testing/paying.ts'
import {
  booked,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../../testing/portal.ts'
import { askForAddress, signInClaim, signInUnproved } from '../../testing/proving.ts'
import { signedUp } from '../../testing/visitor.ts'
import { insertPassword } from '../queries.ts'

const path = '/account/deletion'

async function deletionOf(portal: Portal, person: Person) {
  return Deletion.parse(await (await request(portal, 'GET', path, person)).json())
}

async function erase(portal: Portal, person: Person, asked: object = {}) {
  const { appointments, refund } = await deletionOf(portal, person)
  const ids = appointments.map(({ _id }) => _id)
  const body = { email: person.email, appointments: ids, refund, ...asked }
  return request(portal, 'POST', path, { token: person.token, body })
}

/** Every text that is stored anywhere, for "nowhere". */
async function everything({ database }: Portal): Promise<string> {
  const { query } = database
  const tables = await query.introspection.getTables()
  const own = tables.filter(({ name }) => !/^(kysely|sqlite)_/.test(name))
  const rows = await Promise.all(
    own.map(({ name }) =>
      query
        .withTables<Record<string, Record<string, unknown>>>()
        .selectFrom(name)
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

test('deleting an account refunds by the usual terms and erases its data, except anonymous payments', async () => {
  const { portal, jane, booking } = await openTill()
  await pay(portal, jane, booking)
  const timmy = await addDependent(portal, jane, { name: 'Timothy Smallwood' })
  const phone = '(718) 555-0199'
  await booked(portal, jane, {
    treatment: 1,
    slot: '9:00 AM - 9:30 AM',
    dependent: timmy._id,
    phone,
  })
  const message = { email: jane.email, subject: 'A question', message: 'About my tooth' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  const deletion = await deletionOf(portal, jane)
  expect(deletion).toMatchObject({ refund: booking.price, hasPassword: false })
  expect(deletion.appointments).toHaveLength(2)
  expect(await refusal(await erase(portal, jane, { email: 'joe@patients.example' }))).toEqual({
    ...{ status: 403, code: 'wrong_email' },
  })
  expect(await refusal(await erase(portal, jane, { refund: 0 }))).toEqual({
    ...{ status: 409, code: 'deletion_changed' },
  })
  expect((await erase(portal, jane)).status).toBe(200)
  expect((await request(portal, 'GET', '/account', jane)).status).toBe(401)
  const { query } = portal.database
  const [refund] = await query.selectFrom('refunds').selectAll().execute()
  expect(refund).toMatchObject({ state: 'succeeded', amountCents: booking.price * 100 })
  // One mail is left to send, about all of it.
  expect(await queuedMails(portal)).toEqual([`account-deleted to ${jane.email}`])
  const mail = await query.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(mail.text).toContain(`$${booking.price}`)
  await prepareMarkSent(portal.deps.database)({ id: mail.id, now: portal.time.now.toISOString() })
  const stored = await everything(portal)
  for (const trace of [jane.email, jane.name, 'Smallwood', phone, '7185550199']) {
    expect(stored, trace).not.toContain(trace)
  }
  const payments = await query.selectFrom('payments').select('amountCents').execute()
  expect(payments).toEqual([{ amountCents: booking.price * 100 }])
})

test('deleting an account requires its password if it has one', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { database, deps, time } = portal
  const caller = await deps.callers.byToken(jane.token)
  const userId = caller?.userId ?? ''
  const hash = await deps.passwords.hash('a fine secret')
  await insertPassword(database.query, { userId, hash }, time.now)
  const wrong = { status: 403, code: 'wrong_password' }
  expect(await refusal(await erase(portal, jane))).toEqual(wrong)
  expect(await refusal(await erase(portal, jane, { password: 'not the one' }))).toEqual(wrong)
  expect((await erase(portal, jane, { password: 'a fine secret' })).status).toBe(200)
})

test('deleting an account without a password requires recent proof of identity', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  portal.time.now = new Date(portal.time.now.getTime() + 6 * 60_000)
  expect(await refusal(await erase(portal, jane))).toEqual({ status: 403, code: 'proof_needed' })
  const provedAt = portal.time.now.toISOString()
  await portal.database.query.updateTable('sessions').set({ provedAt }).execute()
  expect((await erase(portal, jane)).status).toBe(200)
})

test('a deletion is refused if an appointment was booked after it was shown', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const shown = await deletionOf(portal, jane)
  await booked(portal, jane)
  const asked = { appointments: shown.appointments.map(({ _id }) => _id), refund: shown.refund }
  expect((await refusal(await erase(portal, jane, asked))).code).toBe('deletion_changed')
  expect((await deletionOf(portal, jane)).appointments).toHaveLength(1)
})

test('bookings made while the account is deleted leave no appointment behind', async () => {
  for (let round = 0; round < 5; round += 1) {
    const portal = await openPortal()
    const jane = await signIn(portal)
    const body = (slot: string, treatment: number) => ({
      ...{ treatmentId: portal.treatments[treatment]?._id, date: 'Jun 8, 2026', slot, phone: '' },
      ...{ price: portal.treatments[treatment]?.price, patient: jane.email },
    })
    const bookings = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM'].map((slot, treatment) =>
      request(portal, 'POST', '/booking', { token: jane.token, body: body(slot, treatment) }),
    )
    const asked = { email: jane.email, appointments: [], refund: 0 }
    const deleted = await request(portal, 'POST', path, { token: jane.token, body: asked })
    await Promise.all(bookings)
    const { query } = portal.database
    if (!deleted.ok) expect((await erase(portal, jane)).status).toBe(200)
    const rows = await query.selectFrom('appointments').select(['patient', 'cancelledAt']).execute()
    expect(rows.filter(({ patient }) => patient === jane.email)).toEqual([])
    expect(rows.filter(({ cancelledAt }) => cancelledAt === null)).toEqual([])
    await portal.database.close()
  }
})

test('the last admin cannot be deleted', async () => {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  expect(await refusal(await erase(portal, staff))).toEqual({ status: 409, code: 'last_admin' })
  await signIn(portal, 'other@clinic.example', 'admin')
  expect((await erase(portal, staff)).status).toBe(200)
})

test('deleting an unconfirmed account cancels its bookings and leaves other data of the address', async () => {
  const portal = await openPortal()
  const email = 'jane@patients.example'
  const message = { email, subject: 'A question', message: 'About my tooth' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  const squatter = await signInUnproved(portal, email)
  await booked(portal, squatter)
  expect((await erase(portal, squatter)).status).toBe(200)
  const { query } = portal.database
  const [row] = await query.selectFrom('appointments').selectAll().execute()
  expect(row).toMatchObject({ patientName: '—', cancelledAt: portal.time.now.toISOString() })
  expect(await query.selectFrom('contactMessages').selectAll().execute()).toHaveLength(1)
  expect(await queuedMails(portal)).not.toContain(`account-deleted to ${email}`)
})

test('deleting a claim does not affect the account with its address', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const own = await booked(portal, jane)
  const claim = await signInClaim(portal, jane.email)
  await booked(portal, claim, { slot: '9:00 AM - 9:30 AM' })
  expect((await erase(portal, claim)).status).toBe(200)
  const { appointments } = await deletionOf(portal, jane)
  expect(appointments).toMatchObject([{ _id: own._id }])
})

test('removing an account that has left an address keeps the mail for a claim of that address', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const next = 'jane.roe@patients.example'
  const confirmNext = await askForAddress(portal, jane, next)
  await signedUp(portal.app, { name: 'Jane', email: jane.email, password: 'a fine secret' })
  expect((await confirmNext()).status).toBe(200)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const removed = await request(portal, 'DELETE', `/users/${next}`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  expect(await queuedMails(portal)).toContain(`sign-up-attempt to ${jane.email}`)
})

test('a removed account gets no confirmation and no reminder', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await booked(portal, jane)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const removed = await request(portal, 'DELETE', `/users/${jane.email}`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  await releaseUnproved(portal.deps)
  await queueConfirmations(portal.deps)
  portal.time.now = new Date('2026-06-07T16:00:00Z')
  await createQueueReminders(portal.deps)()
  expect(await queuedMails(portal)).toEqual([])
})

test('patients can read staff notes about themselves and dependents once their address is proven', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal)
  const timmy = await addDependent(portal, jane)
  const records = recordsOf(portal, staff)
  const [{ _id: holder = '' } = {}] = (await records.list(jane.email)).filter(
    ({ holder: of }) => of === null,
  )
  await records.change(holder, {
    ...{ birthDate: '1988-06-05', note: 'Prefers mornings', alert: 'Penicillin allergy' },
  })
  await records.change(timmy._id, { alert: 'Afraid of the drill' })
  const read = async (person: Person) => {
    const answer = await request(portal, 'GET', '/account/data', person)
    return AccountData.parse(await answer.json()).records
  }
  expect(await read(jane)).toEqual([
    {
      ...{ name: jane.name, relation: null, birthDate: '1988-06-05', phone: '' },
      ...{ note: 'Prefers mornings', alert: 'Penicillin allergy' },
    },
    {
      ...{ name: 'Timmy Doe', relation: 'child', birthDate: null, phone: '' },
      ...{ note: '', alert: 'Afraid of the drill' },
    },
  ])
  const claim = await signInClaim(portal, jane.email)
  await portal.database.query.updateTable('patients').set({ note: 'Said by the clinic' }).execute()
  expect(await read(claim)).toEqual([])
})

test('a patient can read all data stored about them, and none about others', async () => {
  const { portal, jane, booking } = await openTill()
  await pay(portal, jane, booking)
  await addDependent(portal, jane)
  const message = { email: jane.email, subject: 'A question', message: 'About my tooth' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  const joe = await signIn(portal)
  await booked(portal, joe, { slot: '9:00 AM - 9:30 AM' })
  const read = async (person: Person) => {
    const answer = await request(portal, 'GET', '/account/data', person)
    expect(answer.status).toBe(200)
    return AccountData.parse(await answer.json())
  }
  const data = await read(jane)
  expect(data).toMatchObject({
    account: { email: jane.email, name: jane.name, verified: true },
    family: [{ name: 'Timmy Doe' }],
    appointments: [
      { id: booking._id, payments: [{ amountCents: booking.price * 100, refunds: [] }] },
    ],
    messages: [{ subject: 'A question' }],
    notifications: expect.arrayContaining([expect.objectContaining({ kind: 'receipt' })]),
  })
  expect(JSON.stringify(await read(joe))).not.toContain(jane.email)
  const claim = await signInClaim(portal, jane.email)
  expect(await read(claim)).toMatchObject({ appointments: [], messages: [], notifications: [] })
})

test.runIf(inject('engine') === 'postgres')(
  'an account is not deleted by a session that the stop of a change of address is ending',
  async () => {
    const portal = await openPortal()
    const jane = await signIn(portal)
    await askForAddress(portal, jane, 'next@patients.example')
    const { token } = await readLink(portal, 'email-change-notice')
    const deleting = beginBeforeNextCommit(portal.database, () => erase(portal, jane))
    const stopped = await request(portal, 'POST', '/account/email/stop', { body: { token } })
    expect(stopped.status).toBe(200)
    expect(await refusal(await deleting)).toEqual({ status: 401, code: 'unauthenticated' })
    const users = portal.database.query.selectFrom('users').select('email')
    expect(await users.execute()).toEqual([{ email: jane.email }])
  },
)
