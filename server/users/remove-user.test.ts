import { expect, inject, test } from 'vitest'
import { refusingConstraint } from '../db/constraint.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { changeRole } from './change-role.ts'
import { removeUser } from './remove-user.ts'

async function admins({ database }: Portal): Promise<string[]> {
  const rows = await database.query
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .execute()
  return rows.map(({ email }) => email)
}

const asked = (email: string, by: string) =>
  ({ whose: { email }, by, appointments: 'keep' }) as const

test('when two admins remove each other at the same time, one remains', async () => {
  const portal = await openPortal()
  for (let round = 0; round < 10; round += 1) {
    const pair = [`a${round}@clinic.example`, `b${round}@clinic.example`] as const
    const former = await admins(portal)
    for (const email of pair) await signIn(portal, email, 'admin')
    await portal.database.query
      .deleteFrom('users')
      .where('email', 'in', ['', ...former])
      .execute()
    const outcomes = await Promise.all([
      removeUser(portal.deps, asked(pair[0], pair[1])),
      removeUser(portal.deps, asked(pair[1], pair[0])),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes).toContainEqual({ ok: false, reason: 'last_admin' })
    expect(await admins(portal)).toHaveLength(1)
  }
})

test('when five admins all remove one another at the same time, at least one remains', async () => {
  const portal = await openPortal()
  const staff = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => signIn(portal, `staff${number}@clinic.example`, 'admin')),
  )
  const calls = staff.flatMap(({ token }) =>
    staff.map(({ email }) => request(portal, 'DELETE', `/users/${email}`, { token })),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([])
  expect((await admins(portal)).length).toBeGreaterThanOrEqual(1)
})

test('when two admins remove each other’s admin rights at the same time, one stays an admin', async () => {
  const portal = await openPortal()
  for (let round = 0; round < 10; round += 1) {
    const { query } = portal.database
    const former = await admins(portal)
    const pair = [
      await signIn(portal, `a${round}@clinic.example`, 'admin'),
      await signIn(portal, `b${round}@clinic.example`, 'admin'),
    ] as const
    await query
      .deleteFrom('users')
      .where('email', 'in', ['', ...former])
      .execute()
    await Promise.all([
      request(portal, 'DELETE', `/users/admin/${pair[1].email}`, pair[0]),
      request(portal, 'DELETE', `/users/admin/${pair[0].email}`, pair[1]),
    ])
    expect(await admins(portal)).toHaveLength(1)
  }
})

test('when two admins change each other’s role at the same time, one stays an admin', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  for (let round = 0; round < 10; round += 1) {
    const former = await admins(portal)
    const pair = [
      await signIn(portal, `a${round}@clinic.example`, 'admin'),
      await signIn(portal, `b${round}@clinic.example`, 'admin'),
    ] as const
    await query
      .deleteFrom('users')
      .where('email', 'in', ['', ...former])
      .execute()
    const statuses = await Promise.all(
      [pair, [pair[1], pair[0]] as const].map(async ([by, other]) => {
        const body = { role: 'desk' }
        return (await request(portal, 'PUT', `/users/role/${other.email}`, { ...by, body })).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await admins(portal)).toHaveLength(1)
  }
})

test.runIf(inject('engine') === 'postgres')(
  'an admin’s role that changes while that of the other is changed is refused as that of the last',
  async () => {
    const portal = await openPortal()
    const pair = ['a@clinic.example', 'b@clinic.example'] as const
    for (const email of pair) await signIn(portal, email, 'admin')
    const { query } = portal.database
    await query.deleteFrom('users').where('email', 'not in', pair).execute()
    const second = beginBeforeNextCommit(portal.database, () =>
      changeRole(portal.deps, { email: pair[1], role: 'desk' }),
    )
    const first = await changeRole(portal.deps, { email: pair[0], role: 'desk' })
    expect(first).toEqual({ ok: true, from: 'admin' })
    expect(await second).toEqual({ ok: false, reason: 'last_admin' })
    expect(await admins(portal)).toEqual([pair[1]])
  },
)

test('the database preserves the last admin under any number of concurrent statements', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const four = [1, 2, 3, 4].map((number) => `staff${number}@clinic.example`)
  for (const email of four) await signIn(portal, email, 'admin')
  const outcomes = await Promise.all(
    four.map((email, number) => {
      const statement =
        number % 2 === 0
          ? query.deleteFrom('users').where('email', '=', email)
          : query.updateTable('users').set({ role: 'desk' }).where('email', '=', email)
      return statement.execute().then(() => 'done', refusingConstraint)
    }),
  )
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'users_last_admin'])
  expect(await admins(portal)).toHaveLength(1)
  const all = query.updateTable('users').set({ role: 'patient' }).execute()
  await expect(all.then(() => null, refusingConstraint)).resolves.toBe('users_last_admin')
  expect(await admins(portal)).toHaveLength(1)
})
