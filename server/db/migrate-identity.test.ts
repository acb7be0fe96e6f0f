import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'
import { refusingConstraint } from './constraint.ts'

test('a migration demotes admins with an unconfirmed e-mail, and the database refuses new ones', async () => {
  const { database, upgrade } = await openOlder('0011-line-order')
  const { query } = database
  const flag = (on: boolean) => sql.lit(database.engine === 'postgres' ? on : Number(on))
  const insert = (id: string, role: string, proved: boolean) =>
    sql`insert into "users" ("id", "name", "email", "emailVerified", "role", "createdAt", "updatedAt")
      values (${id}, 'Pat', ${`${id}@x.example`}, ${flag(proved)}, ${role},
        '2026-06-01T10:00:00.000Z', '2026-06-01T10:00:00.000Z')`.execute(query)
  await insert('owner', 'admin', true)
  await insert('squatter', 'admin', false)
  await insert('patient', 'patient', false)
  await upgrade()
  const roles = await query.selectFrom('users').select(['id', 'role']).orderBy('id').execute()
  expect(roles).toEqual([
    { id: 'owner', role: 'admin' },
    { id: 'patient', role: 'patient' },
    { id: 'squatter', role: 'patient' },
  ])

  const refusing = (change: Promise<unknown>) => change.then(() => null, refusingConstraint)
  const update = query.updateTable('users')
  const refused = await Promise.all([
    refusing(insert('another', 'admin', false)),
    refusing(update.set({ role: 'admin' }).where('id', '=', 'squatter').execute()),
    refusing(update.set({ emailVerified: sql`false` }).where('id', '=', 'owner').execute()),
  ])
  expect(refused).toEqual(Array(3).fill('users_role_needs_proof'))
  await update.set({ emailVerified: sql`true` }).where('id', '=', 'squatter').execute()
  await update.set({ role: 'admin' }).where('id', '=', 'squatter').execute()
})
