import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AuditEntry } from '../../contract/audit.ts'
import { type Endpoint, neededFor } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { capabilitiesOf, mayRole, type Role } from '../../contract/roles.ts'
import { afterNextCommit } from '../testing/database/database.ts'
import { openSchedules } from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import {
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
  signInUnconfirmed,
} from '../testing/portal.ts'

async function openWithStaff() {
  const portal = await openPortal()
  return { portal, staff: await signIn(portal, 'staff@clinic.example', 'admin') }
}

function setRole(portal: Portal, by: Person, email: string, role: string) {
  return request(portal, 'PUT', `/users/role/${email}`, { token: by.token, body: { role } })
}

async function ownRole(portal: Portal, person: Person): Promise<unknown> {
  return (await request(portal, 'GET', '/account/role', person)).json()
}

async function auditOf(portal: Portal, staff: Person, search: string) {
  const response = await request(portal, 'GET', `/staff/audit?search=${search}`, staff)
  return z.object({ rows: z.array(AuditEntry) }).parse(await response.json()).rows
}

test('an admin grants and removes a role, which applies from the next call', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal, 'jane@clinic.example')
  const day = () => request(portal, 'GET', '/staff/schedule?date=2026-06-08', jane)
  const seen: unknown[] = []
  for (const role of ['desk', 'admin', 'patient'] satisfies Role[]) {
    const given = await setRole(portal, staff, jane.email, role)
    expect(await given.json()).toEqual({ role })
    expect(await ownRole(portal, jane)).toEqual({
      role,
      capabilities: capabilitiesOf(role),
      doctor: null,
    })
    const admin = await request(portal, 'GET', `/admin/${jane.email}`, jane)
    seen.push([(await day()).status, await admin.json()])
  }
  expect(seen).toEqual([
    [200, { admin: false }],
    [200, { admin: true }],
    [403, { admin: false }],
  ])
  expect(await queuedMails(portal)).toEqual([`new-admin to ${staff.email}`])
  const entries = await auditOf(portal, staff, jane.email)
  const changes = entries.filter(({ action }) => action === 'role_changed')
  expect(changes.map(({ data }) => data)).toEqual([
    { from: 'admin', to: 'patient' },
    { from: 'desk', to: 'admin' },
    { from: 'patient', to: 'desk' },
  ])
})

test('a role requires a confirmed e-mail, the doctor role a matching doctor, and the last admin remains', async () => {
  const { portal, staff } = await openWithStaff()
  const schedules = await openSchedules(portal)
  await schedules.addDoctor('Ada')
  const refusals = [
    [(await signInUnconfirmed(portal, 'new@clinic.example')).email, 'desk'],
    [(await signIn(portal, 'bo@clinic.example')).email, 'doctor'],
    ['nobody@clinic.example', 'desk'],
  ] as const
  const codes = []
  for (const [email, role] of refusals) {
    codes.push((await refusal(await setRole(portal, staff, email, role))).code)
  }
  expect(codes).toEqual(['email_unproved', 'no_such_doctor', 'not_found'])
  const ada = await signIn(portal, 'ada@clinic.example')
  expect((await setRole(portal, staff, ada.email, 'doctor')).status).toBe(200)
  expect(await ownRole(portal, ada)).toMatchObject({ role: 'doctor', doctor: { name: 'Ada' } })
  expect((await setRole(portal, staff, schedules.admin.email, 'desk')).status).toBe(200)
  const last = await setRole(portal, staff, staff.email, 'patient')
  expect(await refusal(last)).toEqual({ status: 409, code: 'last_admin' })
})

test('granting or removing admin rights is not refused when the role changes right after the call', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal, 'jane@clinic.example')
  const call = (method: 'PUT' | 'DELETE') =>
    request(portal, method, `/users/admin/${jane.email}`, staff)
  const give = async (role: Role) => {
    await portal.database.query
      .updateTable('users')
      .set({ role })
      .where('email', '=', jane.email)
      .execute()
  }
  for (const [before, method, after] of [
    ['patient', 'DELETE', 'admin'],
    ['admin', 'PUT', 'patient'],
  ] as const) {
    await give(before)
    afterNextCommit(portal.database, () => give(after))
    const response = await call(method)
    expect(await response.json()).toEqual({ modifiedCount: 0 })
  }
})

test('a call refused for its role is audited once per endpoint, and at most 20 times an hour', async () => {
  const { portal, staff } = await openWithStaff()
  const desk = await signIn(portal, 'desk@clinic.example', 'desk')
  const jane = await signIn(portal, 'jane@patients.example')
  for (let time = 0; time < 3; time += 1) {
    const refused = await request(portal, 'POST', '/booking/any/refund', { ...desk, body: {} })
    expect(await refusal(refused)).toEqual({ status: 403, code: 'forbidden' })
  }
  await request(portal, 'GET', '/users?limit=1', jane)
  const refused = { action: 'call_refused', status: 403 }
  expect(await auditOf(portal, staff, 'desk@')).toMatchObject([
    {
      ...refused,
      actor: desk.email,
      subject: 'POST /booking/:id/refund',
      data: { role: 'desk', needs: 'refunds' },
    },
  ])
  // A patient is named for as long as their account is there.
  const ofPatient = () => auditOf(portal, staff, 'account:')
  expect(await ofPatient()).toMatchObject([
    { ...refused, actor: jane.email, subject: 'GET /users', data: { needs: 'users' } },
  ])
  await request(portal, 'DELETE', `/users/${jane.email}`, staff)
  const [left] = await ofPatient()
  expect(left?.actor).toMatch(/^account:/)

  const refusedCalls = Object.values<Endpoint>(everyEndpoint).filter((endpoint) => {
    const needed = neededFor(endpoint)
    return needed && !mayRole('desk', needed)
  })
  for (const { method, path } of refusedCalls) {
    const named = path.replace(/:\w+/g, 'any')
    await request(portal, method, named, method === 'GET' ? desk : { ...desk, body: {} })
  }
  expect(refusedCalls.length).toBeGreaterThan(30)
  expect(await auditOf(portal, staff, 'desk@')).toHaveLength(20)
  portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
  await request(portal, 'GET', '/users', desk)
  expect(await auditOf(portal, staff, 'desk@')).toHaveLength(21)
})

test('an admin can end all sessions of an account', async () => {
  const { portal, staff } = await openWithStaff()
  const desk = await signIn(portal, 'desk@clinic.example', 'desk')
  const end = (email: string) => request(portal, 'DELETE', `/users/sessions/${email}`, staff)
  expect(await (await end(desk.email)).json()).toEqual({ ended: 1 })
  expect((await request(portal, 'GET', '/account/role', desk)).status).toBe(401)
  expect((await end('nobody@clinic.example')).status).toBe(404)
  const [entry] = (await auditOf(portal, staff, desk.email)).slice(-1)
  expect(entry).toMatchObject({ action: 'sessions_ended', data: { count: 1 } })
})
