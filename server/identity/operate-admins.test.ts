import { expect, test } from 'vitest'
import { queuedMails } from '../testing/mailbox.ts'
import { openPortal, signIn } from '../testing/portal.ts'
import { createVisitor } from '../testing/visitor.ts'
import { addAdmin, listAdmins, operateRole, resetAdmin } from './operate-admins.ts'

const owner = 'owner@clinic.example'

async function openClinic() {
  const portal = await openPortal()
  const admin = await signIn(portal, owner, 'admin')
  const entries = () =>
    portal.database.query
      .selectFrom('auditEntries')
      .select(['actor', 'action', 'subject', 'data', 'status'])
      .where('actor', '=', 'operator')
      .orderBy('id')
      .execute()
  const passwordOpens = async (email: string, password: string) => {
    const sent = await createVisitor(portal.app).post('/api/auth/sign-in/email', {
      email,
      password,
    })
    return sent.status === 200
  }
  return { portal, admin, entries, passwordOpens }
}

test('an operator adds an admin who can sign in, and cannot use a taken address', async () => {
  const { portal, entries, passwordOpens } = await openClinic()
  const email = 'new@clinic.example'
  const made = await addAdmin(portal.deps, { email, name: 'Nora' })
  expect(made).toMatchObject({ ok: true })
  expect(await queuedMails(portal)).toEqual([`new-admin to ${owner}`])
  expect(await passwordOpens(email, made.ok ? made.password : '')).toBe(true)
  expect(await listAdmins(portal.database.query)).toEqual([
    { email, name: 'Nora', secondStep: false },
    expect.objectContaining({ email: owner }),
  ])
  expect(await addAdmin(portal.deps, { email, name: 'Nora' })).toEqual({
    ok: false,
    reason: 'taken',
  })
  const toOthers = (await queuedMails(portal)).filter((mail) => mail.startsWith('new-admin'))
  expect(toOthers).toHaveLength(1)
  expect(await entries()).toEqual([
    { actor: 'operator', action: 'admin_made', subject: email, data: 'null', status: 200 },
  ])
})

test('an operator promotes and demotes accounts, but not the last admin', async () => {
  const { portal, entries } = await openClinic()
  await signIn(portal, 'jane@clinic.example')
  const give = (email: string, role: 'admin' | 'patient') =>
    operateRole(portal.deps, { email, role })
  expect(await give(owner, 'patient')).toEqual({ ok: false, reason: 'last_admin' })
  expect(await give('nobody@clinic.example', 'admin')).toEqual({ ok: false, reason: 'not_found' })
  expect(await give('jane@clinic.example', 'admin')).toEqual({ ok: true, from: 'patient' })
  expect(await give(owner, 'patient')).toEqual({ ok: true, from: 'admin' })
  const from = (one: string, to: string) => JSON.stringify({ from: one, to })
  expect(await entries()).toMatchObject([
    { action: 'role_changed', subject: 'jane@clinic.example', data: from('patient', 'admin') },
    { action: 'role_changed', subject: owner, data: from('admin', 'patient') },
  ])
})

test('a reset by an operator ends sessions and second steps, and its admin is notified', async () => {
  const { portal, admin, entries, passwordOpens } = await openClinic()
  const { query } = portal.database
  const { id: userId } = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner)
    .executeTakeFirstOrThrow()
  await query.insertInto('recoveryCodes').values({ userId, hash: 'one' }).execute()
  const reset = await resetAdmin(portal.deps, { email: owner, withFactors: true })
  expect(await portal.deps.callers.byToken(admin.token)).toBeNull()
  expect(await passwordOpens(owner, reset.ok ? reset.password : '')).toBe(true)
  expect(await query.selectFrom('recoveryCodes').selectAll().execute()).toEqual([])
  expect(await queuedMails(portal)).toEqual([
    `password-changed to ${owner}`,
    `new-device to ${owner}`,
  ])
  expect(await entries()).toMatchObject([
    { action: 'password_reset', subject: owner },
    { action: 'factors_reset', subject: owner },
  ])
  await signIn(portal, 'jane@clinic.example')
  const other = { email: 'jane@clinic.example', withFactors: false }
  expect(await resetAdmin(portal.deps, other)).toEqual({ ok: false, reason: 'not_admin' })
})
