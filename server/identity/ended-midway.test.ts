import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../testing/visitor.ts'

/** Removes an account between the check of its password and the session. */
async function removeBeforeSession({ engine, query }: Database): Promise<void> {
  const removal = sql`delete from "users" where "id" = new."userId";`
  if (engine === 'sqlite') {
    await sql`create trigger "ends" before insert on "sessions" begin ${removal} end`.execute(query)
    return
  }
  await sql`create function ends() returns trigger language plpgsql
    as $$ begin ${removal} return new; end $$`.execute(query)
  await sql`create trigger ends before insert on "sessions"
    for each row execute function ends()`.execute(query)
}

test('an account that is removed while it signs in is answered 401', async () => {
  const database = await openTestDatabase(await makePlace())
  const portal = await openPortal({ database })
  await signedUp(portal.app)
  await removeBeforeSession(database)
  const response = await createVisitor(portal.app).post('/api/auth/sign-in/email', jane)
  expect(response.status).toBe(401)
  expect((await refusal(response)).code).toBe('unauthenticated')
})

test('an account that is removed during a call of its own is answered 401', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  // The last that happens before the call is handled.
  portal.deps.callers.noteActivity = async ({ userId }) => {
    await portal.database.query.deleteFrom('users').where('id', '=', userId).execute()
  }
  const response = await request(portal, 'POST', '/calendar-feed', { token })
  expect(response.status).toBe(401)
  expect((await refusal(response)).code).toBe('unauthenticated')
})
