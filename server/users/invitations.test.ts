import { expect, inject, test } from 'vitest'
import { followAddress } from '../identity/account/follow-address.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { openSchedules } from '../testing/desk.ts'
import { sessionCookie } from '../testing/live.ts'
import {
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
  signInUnconfirmed,
} from '../testing/portal.ts'

const email = 'new@clinic.example'

async function openWithStaff() {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const invite = (role: string, to = email) =>
    request(portal, 'POST', '/users/invitations', { ...staff, body: { email: to, role } })
  return { portal, staff, invite }
}

/** The token of the newest invitation in the outbox. */
async function lastToken({ database }: Portal): Promise<string> {
  const mails = await database.query
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'staff-invitation')
    .orderBy('id')
    .execute()
  const [, token = ''] = /invitation#token=([\w%-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
  return decodeURIComponent(token)
}

async function accept(portal: Portal, person: Person, token: string) {
  return portal.app.request('/invitation', {
    method: 'POST',
    headers: {
      cookie: await sessionCookie(portal, person),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token }),
  })
}

async function accountOf({ database }: Portal, of: string) {
  const rows = database.query.selectFrom('users').select(['role', 'emailVerified'])
  const { role, emailVerified } = await rows.where('email', '=', of).executeTakeFirstOrThrow()
  return { role, verified: Boolean(emailVerified) }
}

test('an invitation link confirms the address and grants the role, once', async () => {
  const { portal, staff, invite } = await openWithStaff()
  expect((await invite('desk')).status).toBe(200)
  const token = await lastToken(portal)
  const read = await request(portal, 'POST', '/invitation/read', { body: { token } })
  expect(await read.json()).toEqual({ email, role: 'desk' })
  const person = await signInUnconfirmed(portal, email)
  expect(await (await accept(portal, person, token)).json()).toEqual({ role: 'desk' })
  expect(await accountOf(portal, email)).toEqual({ role: 'desk', verified: true })
  await request(portal, 'PUT', `/users/role/${email}`, { ...staff, body: { role: 'patient' } })
  expect(await refusal(await accept(portal, person, token))).toEqual({
    status: 409,
    code: 'invitation_over',
  })
  expect(await accountOf(portal, email)).toEqual({ role: 'patient', verified: true })
})

test('an invitation link fails for another account, or when altered, withdrawn, replaced or a week old', async () => {
  const { portal, staff, invite } = await openWithStaff()
  await invite('desk')
  const first = await lastToken(portal)
  const person = await signIn(portal, email)
  const over = { status: 409, code: 'invitation_over' }
  const codeOf = async (token: string, as = person) => refusal(await accept(portal, as, token))
  const other = await signIn(portal, 'other@clinic.example')
  expect(await codeOf(first, other)).toEqual({ status: 409, code: 'invitation_of_another' })
  expect(await codeOf(`${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)).toEqual(over)
  await portal.database.query.updateTable('staffInvitations').set({ role: 'admin' }).execute()
  expect(await codeOf(first)).toEqual(over)
  await invite('desk')
  const second = await lastToken(portal)
  expect(await codeOf(first)).toEqual(over)
  const list = async () => (await request(portal, 'GET', '/users/invitations', staff)).json()
  const [open] = await list()
  expect(open).toMatchObject({ email, role: 'desk', invitedBy: staff.email })
  const withdraw = () => request(portal, 'DELETE', `/users/invitations/${open._id}`, staff)
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404])
  expect([await list(), await codeOf(second)]).toEqual([[], over])
  await invite('desk')
  const third = await lastToken(portal)
  portal.time.now = new Date(portal.time.now.getTime() + 7 * 86_400_000)
  const late = await request(portal, 'POST', '/invitation/read', { body: { token: third } })
  expect(await late.json()).toBeNull()
  expect(await accountOf(portal, email)).toEqual({ role: 'patient', verified: true })
})

test('of two concurrent acceptances of an invitation one succeeds, and an admin who accepts stays an admin', async () => {
  const { portal, staff, invite } = await openWithStaff()
  await invite('desk')
  const token = await lastToken(portal)
  const person = await signIn(portal, email)
  const both = await Promise.all([accept(portal, person, token), accept(portal, person, token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await invite('desk', staff.email)
  expect(await (await accept(portal, staff, await lastToken(portal))).json()).toEqual({
    role: 'admin',
  })
})

test('a doctor invitation requires a doctor with that e-mail, and invitations to one address are limited', async () => {
  const { portal, invite } = await openWithStaff()
  const schedules = await openSchedules(portal)
  expect(await refusal(await invite('doctor', 'ada@clinic.example'))).toMatchObject({
    code: 'no_such_doctor',
  })
  await schedules.addDoctor('Ada')
  expect((await invite('doctor', 'ada@clinic.example')).status).toBe(200)
  for (let time = 0; time < 3; time += 1) expect((await invite('desk')).status).toBe(200)
  const again = await invite('admin')
  expect(Number(again.headers.get('retry-after'))).toBe(3600)
  expect(await refusal(again)).toEqual({ status: 429, code: 'too_many_invitations' })
  const mails = await portal.database.query
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', '=', email)
    .execute()
  expect(mails).toHaveLength(3)
  // The last that was mailed stays good.
  const person = await signInUnconfirmed(portal, email)
  const accepted = await accept(portal, person, await lastToken(portal))
  expect(await accepted.json()).toEqual({ role: 'desk' })
})

test('an address that cannot sign in is not invited', async () => {
  const { invite } = await openWithStaff()
  expect(await refusal(await invite('desk', 'new@my_clinic.example'))).toEqual({
    ...{ status: 400, code: 'INVALID_EMAIL' },
  })
})

test('an invitation is invalid after an admin grants or removes a role of that account', async () => {
  const { portal, staff, invite } = await openWithStaff()
  const person = await signIn(portal, email)
  const give = async (role: string) => {
    const body = { role }
    const given = await request(portal, 'PUT', `/users/role/${email}`, { ...staff, body })
    expect(given.status).toBe(200)
  }
  const as = (method: string) => request(portal, method, `/users/admin/${email}`, staff)
  const takenBack = [
    // The invitation lay in the mailbox while they were given the role, and it was taken.
    async () => [await give('desk'), await give('patient')],
    async () => [(await as('PUT')).status, (await as('DELETE')).status],
  ]
  for (const giveAndTake of takenBack) {
    await invite('desk')
    const token = await lastToken(portal)
    await giveAndTake()
    expect(await refusal(await accept(portal, person, token))).toEqual({
      status: 409,
      code: 'invitation_over',
    })
    expect(await accountOf(portal, email)).toMatchObject({ role: 'patient' })
  }
  // The role that they have already is no new word.
  await invite('desk')
  await give('patient')
  expect((await accept(portal, person, await lastToken(portal))).status).toBe(200)
})

test('an invitation is invalid once the admin who sent it is no longer an admin', async () => {
  const { portal, staff } = await openWithStaff()
  const person = await signIn(portal, email)
  const end = [
    (of: string) => request(portal, 'DELETE', `/users/admin/${of}`, staff),
    (of: string) =>
      request(portal, 'PUT', `/users/role/${of}`, { ...staff, body: { role: 'desk' } }),
    (of: string) => request(portal, 'DELETE', `/users/${of}`, staff),
  ]
  for (const [n, endAdmin] of end.entries()) {
    const leaving = await signIn(portal, `leaving-${n}@clinic.example`, 'admin')
    const body = { email, role: 'admin' }
    await request(portal, 'POST', '/users/invitations', { ...leaving, body })
    const token = await lastToken(portal)
    const { query } = portal.database
    const { id: userId } = await query
      .selectFrom('users')
      .select('id')
      .where('email', '=', leaving.email)
      .executeTakeFirstOrThrow()
    // In between they have another address.
    const to = `moved-${leaving.email}`
    await followAddress(portal.deps, query, { userId, from: leaving.email, to, verified: true })
    await query.updateTable('users').set({ email: to }).where('id', '=', userId).execute()
    expect((await endAdmin(to)).status).toBe(200)
    expect(await refusal(await accept(portal, person, token))).toEqual({
      status: 409,
      code: 'invitation_over',
    })
    expect(await accountOf(portal, email)).toMatchObject({ role: 'patient' })
  }
})

test.runIf(inject('engine') === 'postgres').each([
  ['demoted', '/users/admin/staff@clinic.example'],
  ['removed', '/users/staff@clinic.example?appointments=cancel'],
])('an invitation by an admin who is being %s is refused, and not stored', async (_, path) => {
  const { portal, invite } = await openWithStaff()
  const other = await signIn(portal, 'other@clinic.example', 'admin')
  const inviting = beginBeforeNextCommit(portal.database, () => invite('admin'))
  expect((await request(portal, 'DELETE', path, other)).status).toBe(200)
  expect(await refusal(await inviting)).toEqual({ status: 403, code: 'forbidden' })
  expect(await portal.database.query.selectFrom('staffInvitations').selectAll().execute()).toEqual(
    [],
  )
})
