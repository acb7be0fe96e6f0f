import { expect, test } from 'vitest'
import { openPortal, type Portal, request, signIn } from '../testing/portal.ts'
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

test('of two admins who remove each other at once, one stays', async () => {
  const portal = await openPortal()
  for (let round = 0; round < 10; round += 1) {
    const pair = [`a${round}@clinic.example`, `b${round}@clinic.example`] as const
    for (const email of await admins(portal)) {
      await portal.database.query.deleteFrom('users').where('email', '=', email).execute()
    }
    for (const email of pair) await signIn(portal, email, 'admin')
    const outcomes = await Promise.all([
      removeUser(portal.deps, asked(pair[0], pair[1])),
      removeUser(portal.deps, asked(pair[1], pair[0])),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes).toContainEqual({ ok: false, reason: 'last_admin' })
    expect(await admins(portal)).toHaveLength(1)
  }
})

test('of five admins who all remove one another at once, one stays', async () => {
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

test('of two admins who take each other’s rights away at once, one stays', async () => {
  const portal = await openPortal()
  for (let round = 0; round < 10; round += 1) {
    const query = portal.database.query
    await query.deleteFrom('users').execute()
    const pair = [
      await signIn(portal, `a${round}@clinic.example`, 'admin'),
      await signIn(portal, `b${round}@clinic.example`, 'admin'),
    ] as const
    await Promise.all([
      request(portal, 'DELETE', `/users/admin/${pair[1].email}`, pair[0]),
      request(portal, 'DELETE', `/users/admin/${pair[0].email}`, pair[1]),
    ])
    expect(await admins(portal)).toHaveLength(1)
  }
})
