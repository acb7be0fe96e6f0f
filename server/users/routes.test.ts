import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { User } from '../../contract/users/user.ts'
import { markVerified } from '../identity/queries.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { openTill, pay } from '../testing/paying.ts'
import {
  booked,
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'
import { exchange, jane, signedUp } from '../testing/visitor.ts'

async function openWithStaff() {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { portal, staff }
}

/** Users of these names and e-mails, who never signed in. */
async function addUsers({ database, time }: Portal, people: [email: string, name: string][]) {
  const instant = time.now.toISOString()
  const at = { createdAt: instant, updatedAt: instant, image: null, role: 'patient' as const }
  const emailVerified = database.engine === 'postgres' ? true : 1
  const users = people.map(([email, name], id) => ({
    id: `u${id}`,
    email,
    name,
    emailVerified,
    ...at,
  }))
  await database.query.insertInto('users').values(users).execute()
}

async function listed(portal: Portal, token: string, query = '') {
  const response = await request(portal, 'GET', `/users${query}`, { token })
  expect(response.status).toBe(200)
  return z.array(User).parse(await response.json())
}

async function emails(...asked: Parameters<typeof listed>) {
  return (await listed(...asked)).map(({ email }) => email)
}

async function withSecondStep(...asked: Parameters<typeof listed>) {
  return (await listed(...asked)).filter((one) => one.secondStep).map(({ email }) => email)
}

test('users are listed by e-mail, page by page', async () => {
  const { portal, staff } = await openWithStaff()
  const people = ['d', 'b', 'a', 'c'].map((name): [string, string] => [`${name}@x.example`, name])
  await addUsers(portal, people)
  const all = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', staff.email]
  expect(await emails(portal, staff.token)).toEqual(all)
  expect(await emails(portal, staff.token, '?limit=2')).toEqual(all.slice(0, 2))
  expect(await emails(portal, staff.token, '?limit=2&after=b@x.example')).toEqual(all.slice(2, 4))
  expect(await emails(portal, staff.token, '?after=staff@clinic.example')).toEqual([])
})

test('without a limit all users are returned, even when they are read in several parts', async () => {
  const { portal, staff } = await openWithStaff()
  const people = Array.from({ length: 999 }, (_, at): [string, string] => {
    const number = String(at).padStart(4, '0')
    return [`p${number}@x.example`, `Pat ${number}`]
  })
  await addUsers(portal, people)
  const all = [...people.map(([email]) => email), staff.email]
  expect(await emails(portal, staff.token)).toEqual(all)
  expect(await emails(portal, staff.token, '?search=p')).toEqual(all)
  expect(await emails(portal, staff.token, '?after=p0500@x.example')).toEqual(all.slice(501))
  expect(await emails(portal, staff.token, '?search=nobody')).toEqual([])
})

test('a user is listed with name, role and creation date', async () => {
  const { portal, staff } = await openWithStaff()
  const response = await request(portal, 'GET', '/users', { token: staff.token })
  expect(await response.json()).toEqual([
    {
      _id: expect.any(String),
      email: 'staff@clinic.example',
      name: 'Pat Doe',
      role: 'admin',
      verified: true,
      unbounded: false,
      secondStep: false,
      since: '2026-06-05T13:15:00.000Z',
    },
  ])
})

test('a user’s second step is listed, in a search too: a passkey or an authenticator app that is confirmed', async () => {
  const { portal, staff } = await openWithStaff()
  await addUsers(portal, [
    ['app@x.example', 'App'],
    ['begun@x.example', 'Begun'],
    ['key@x.example', 'Key'],
    ['none@x.example', 'None'],
  ])
  const { query } = portal.database
  const now = portal.time.now.toISOString()
  const app = { secret: 'x', addedAt: now }
  await query
    .insertInto('authenticatorApps')
    .values([
      { ...app, userId: 'u0', confirmedAt: now },
      { ...app, userId: 'u1', confirmedAt: null },
    ])
    .execute()
  for (const id of ['first', 'second']) {
    await sql`insert into "passkeys"
      ("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
      values (${id}, 'x', 'u2', ${id}, 0, 'multiDevice', ${sql.raw(portal.database.engine === 'postgres' ? 'false' : '0')})`.execute(
      query,
    )
  }
  const all = ['app@x.example', 'key@x.example']
  expect(await withSecondStep(portal, staff.token)).toEqual(all)
  expect(await withSecondStep(portal, staff.token, '?limit=5')).toEqual(all)
  expect(await withSecondStep(portal, staff.token, '?search=key')).toEqual(['key@x.example'])
})

test('a search finds any part of an e-mail or a name, whatever the case', async () => {
  const { portal, staff } = await openWithStaff()
  await addUsers(portal, [
    ['jane@x.example', 'Adele Fox'],
    ['zoe@x.example', 'Jane Doe'],
    ['mira@x.example', 'Mira Jane'],
    ['emil@x.example', 'Émile Östlund'],
    ['ivan@x.example', 'Иван Петров'],
    ['odd_one@x.example', '100% Sure'],
  ])
  const search = (text: string, more = '') =>
    emails(portal, staff.token, `?search=${encodeURIComponent(text)}${more}`)
  expect(await search('JANE')).toEqual(['jane@x.example', 'mira@x.example', 'zoe@x.example'])
  expect(await search('jane', '&limit=1')).toEqual(['jane@x.example'])
  expect(await search('jane', '&limit=1&after=mira@x.example')).toEqual(['zoe@x.example'])
  expect(await search('ostlund, Emile')).toEqual(['emil@x.example'])
  // All of the words: others have one of them.
  expect(await search('Jane Fox')).toEqual(['jane@x.example'])
  expect(await search('иван п')).toEqual(['ivan@x.example'])
  // Nothing of a search is a pattern.
  expect(await search('100%')).toEqual(['odd_one@x.example'])
  expect(await search('odd-one')).toEqual(['odd_one@x.example'])
  expect(await search('%')).toEqual([])
})

test('a new admin’s rights apply immediately, and granting them again changes nothing', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal, 'jane@patients.example')
  expect((await request(portal, 'GET', '/users', jane)).status).toBe(403)
  const make = () => request(portal, 'PUT', '/users/admin/Jane@patients.example', staff)
  expect(await (await make()).json()).toEqual({ modifiedCount: 1 })
  expect((await request(portal, 'GET', '/users', jane)).status).toBe(200)
  const asked = await request(portal, 'GET', '/admin/jane@patients.example', jane)
  expect(await asked.json()).toEqual({ admin: true })
  expect(await (await make()).json()).toEqual({ modifiedCount: 0 })
  expect(await queuedMails(portal)).toEqual([`new-admin to ${staff.email}`])
  const nobody = await request(portal, 'PUT', '/users/admin/nobody@x.example', staff)
  expect(await refusal(nobody)).toEqual({ status: 404, code: 'not_found' })
})

test('only an account with a confirmed e-mail can become an admin', async () => {
  const { portal, staff } = await openWithStaff()
  const squatter = await signedUp(portal.app)
  const make = () => request(portal, 'PUT', `/users/admin/${jane.email}`, staff)
  expect(await refusal(await make())).toEqual({ status: 409, code: 'email_unproved' })
  const bearer = { token: await exchange(squatter) }
  expect((await request(portal, 'GET', '/users', bearer)).status).toBe(403)
  const caller = await portal.deps.callers.bySession(squatter.cookieHeader())
  await markVerified(portal.database.query, caller?.userId ?? '', portal.time.now)
  expect(await (await make()).json()).toEqual({ modifiedCount: 1 })
  expect((await request(portal, 'GET', '/users', bearer)).status).toBe(200)
})

test('a removed user is signed out immediately, and future appointments remain without an e-mail address', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal, 'jane@patients.example')
  const booking = await booked(portal, jane, { phone: '(718) 555-0199' })
  const remove = () => request(portal, 'DELETE', `/users/${jane.email}`, staff)
  expect(await (await remove()).json()).toEqual({ deletedCount: 1 })
  expect((await request(portal, 'GET', `/booking/${booking._id}`, jane)).status).toBe(401)
  const { query } = portal.database
  for (const table of ['sessions', 'accessTokens'] as const) {
    expect(await query.selectFrom(table).selectAll().execute()).toHaveLength(1)
  }
  const path = `/staff/appointments/${booking._id}`
  const kept = await (await request(portal, 'GET', path, staff)).json()
  expect(kept).toMatchObject({
    appointment: {
      patient: null,
      patientName: jane.name,
      phone: '(718) 555-0199',
      status: 'booked',
    },
  })
  expect(await (await remove()).json()).toEqual({ deletedCount: 0 })
})

test('staff see how many future appointments a user has, and can cancel them with a full refund', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await pay(portal, jane, booking)
  await booked(portal, jane, { treatment: 1, slot: '9:00 AM - 9:30 AM' })
  const asked = await request(portal, 'GET', `/users/removal/${jane.email}`, staff)
  expect(await asked.json()).toEqual({ appointments: 2, refund: booking.price })
  const nobody = await request(portal, 'GET', '/users/removal/nobody@x.example', staff)
  expect(nobody.status).toBe(404)
  const path = `/users/${jane.email}?appointments=cancel`
  expect((await request(portal, 'DELETE', path, staff)).status).toBe(200)
  const { query } = portal.database
  const rows = await query.selectFrom('appointments').selectAll().execute()
  expect(rows.map(({ cancelledAt, patientName }) => [cancelledAt, patientName])).toEqual(
    Array(2).fill([portal.time.now.toISOString(), '—']),
  )
  const [refund] = await query.selectFrom('refunds').selectAll().execute()
  expect(refund).toMatchObject({ state: 'succeeded', actor: staff.email })
  expect(await queuedMails(portal)).toEqual([`account-deleted to ${jane.email}`])
})

test('the audit still records actions on a removed user, without identifying them', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal, 'jane@patients.example')
  const limits = `/users/limits/${jane.email}`
  await request(portal, 'PUT', limits, { token: staff.token, body: { unbounded: true } })
  await request(portal, 'DELETE', `/users/${jane.email}?appointments=cancel`, staff)
  const { query } = portal.database
  const entries = await query.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  const subject = expect.stringMatching(/^guest:removed:/)
  expect(entries).toMatchObject([
    { action: 'limits_changed', subject, actor: staff.email, status: 200 },
    { action: 'user_removed', subject, actor: staff.email, status: 200 },
  ])
  // A closed entry changes in no other way.
  const rename = (to: string) => query.updateTable('auditEntries').set({ subject: to }).execute()
  await expect(rename('joe@patients.example')).rejects.toThrow()
  await expect(rename('guest:removed:another')).rejects.toThrow()
})

test('an account can be addressed by id or e-mail, and the audit records the e-mail', async () => {
  const { portal, staff } = await openWithStaff()
  const other = await signIn(portal, 'other@clinic.example')
  const listed = await request(portal, 'GET', '/users?limit=10&search=other', staff)
  const [{ _id = '' } = {}] = z.array(User).parse(await listed.json())
  const by = { token: staff.token }
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await request(portal, method, path, body ? { ...by, body } : by)).json()
  expect(await ask('GET', `/users/removal/${_id}`)).toEqual({ appointments: 0, refund: 0 })
  expect(await ask('PUT', `/users/limits/${_id}`, { unbounded: true })).toEqual({
    modifiedCount: 1,
  })
  expect(await ask('PUT', `/users/role/${_id}`, { role: 'admin' })).toEqual({ role: 'admin' })
  expect(await ask('PUT', `/users/admin/${_id}`)).toEqual({ modifiedCount: 0 })
  expect(await ask('GET', `/admin/${_id}`)).toEqual({ admin: true })
  expect(await ask('DELETE', `/users/sessions/${_id}`)).toEqual({ ended: 1 })
  expect(await ask('DELETE', `/users/factors/${_id}`)).toEqual({ success: true })
  expect(await ask('DELETE', `/users/admin/${_id}`)).toEqual({ modifiedCount: 1 })
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject'])
    .where('action', '!=', 'users_read')
    .execute()
  expect(entries).toHaveLength(7)
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([other.email]))
  expect(await ask('DELETE', `/users/${_id}`)).toEqual({ deletedCount: 1 })
  expect(await ask('DELETE', `/users/${_id}`)).toEqual({ deletedCount: 0 })
  expect(await ask('GET', `/users/removal/${_id}`)).toMatchObject({ code: 'not_found' })
})

test('an admin can remove another admin, but not themself', async () => {
  const { portal, staff } = await openWithStaff()
  const other = await signIn(portal, 'other@clinic.example', 'admin')
  const own = await request(portal, 'DELETE', `/users/${staff.email}`, staff)
  expect(await refusal(own)).toEqual({ status: 409, code: 'self_removal' })
  const removed = await request(portal, 'DELETE', `/users/${other.email}`, staff)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  expect(await emails(portal, staff.token)).toEqual([staff.email])
})

test('admin rights are removed immediately, and the last admin’s cannot be removed', async () => {
  const { portal, staff } = await openWithStaff()
  const other = await signIn(portal, 'other@clinic.example', 'admin')
  const demote = (by: Person, email: string) =>
    request(portal, 'DELETE', `/users/admin/${email}`, by)
  expect(await (await demote(staff, other.email)).json()).toEqual({ modifiedCount: 1 })
  expect((await request(portal, 'GET', '/users', other)).status).toBe(403)
  expect((await demote(other, staff.email)).status).toBe(403)
  expect(await (await demote(staff, other.email)).json()).toEqual({ modifiedCount: 0 })
  expect(await refusal(await demote(staff, staff.email))).toEqual({
    status: 409,
    code: 'last_admin',
  })
  expect((await demote(staff, 'nobody@x.example')).status).toBe(404)
  const audit = await request(portal, 'GET', '/staff/audit?search=other@', staff)
  expect(await audit.json()).toMatchObject({
    rows: [{ action: 'admin_right_removed' }, { action: 'admin_right_removed', status: 200 }],
  })
})
