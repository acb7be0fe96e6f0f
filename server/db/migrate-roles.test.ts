import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { refusingConstraint } from './constraint.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const at = '2026-06-01T10:00:00.000Z'

async function openFilled() {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  await migrate(database, '0033-wished-doctor')
  const { query, engine } = database
  const flag = (on: boolean) => sql.lit(engine === 'postgres' ? on : Number(on))
  const insert = (id: string, role: string, claims: string | null = null, proved = true) =>
    sql`insert into "users"
      ("id", "name", "email", "emailVerified", "role", "claims", "createdAt", "updatedAt")
      values (${id}, ${`Pat ${id}`}, ${claims ? `${id}@claims.neverapatientsaddress` : `${id}@x.example`},
        ${flag(claims === null && proved)}, ${role}, ${claims}, ${at}, ${at})`.execute(query)
  await insert('owner', 'admin')
  await insert('jane', 'patient')
  await insert('new', 'patient', null, false)
  await insert('second', 'patient', 'jane@x.example')
  await query
    .insertInto('sessions')
    .values({
      ...{ id: 's', token: 't', userId: 'owner', expiresAt: at, ipAddress: null, userAgent: null },
      ...{ createdAt: at, updatedAt: at },
    })
    .execute()
  return { database, query, insert }
}

test('the migration preserves accounts, their roles and their constraints, and adds two roles', async () => {
  const { database, query, insert } = await openFilled()
  const read = () =>
    query
      .selectFrom('users')
      .select(['id', 'email', 'role', 'claims', 'emailVerified'])
      .orderBy('id')
      .execute()
  const before = await read()
  const rules = async () => {
    if (database.engine === 'postgres') return []
    const { rows } = await sql<{ name: string }>`select "name", "sql" from "sqlite_master"
      where "type" in ('trigger', 'index') and "tbl_name" in ('users', 'sessions', 'accounts')
        and "name" not like 'sqlite_%'
      order by "name"`.execute(query)
    return rows
  }
  const rulesBefore = await rules()
  await migrate(database, '0034-roles')
  expect(await read()).toEqual(before)
  expect(await query.selectFrom('sessions').select('userId').execute()).toHaveLength(1)
  expect(await rules()).toEqual(expect.arrayContaining(rulesBefore))

  const set = (id: string, change: object) =>
    query
      .updateTable('users')
      .set(change)
      .where('id', '=', id)
      .execute()
      .then(() => 'done', refusingConstraint)
  expect(await set('jane', { role: 'doctor' })).toBe('done')
  expect(await set('jane', { role: 'desk' })).toBe('done')
  expect(await set('new', { role: 'desk' })).toBe('users_role_needs_proof')
  expect(await set('jane', { emailVerified: sql`false` })).toBe('users_role_needs_proof')
  expect(await set('owner', { role: 'doctor' })).toBe('users_last_admin')
  await expect(insert('odd', 'king')).rejects.toThrow()
  await expect(
    query.updateTable('users').set({ role: 'desk' }).where('id', '=', 'second').execute(),
  ).rejects.toThrow()
})
