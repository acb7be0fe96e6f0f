import { type KyselyPlugin, sql, TableNode } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { makePlace, openTestDatabase, untilBlocked } from '../testing/database/database.ts'
import { askToAdd } from '../testing/family.ts'
import { readLink } from '../testing/mailbox.ts'
import { openPortal, refusal, signIn } from '../testing/portal.ts'
import { confirm, createVisitor, jane, signedUp } from '../testing/visitor.ts'

/** Removes an account while it signs in: at one of the rows that a sign-in writes. */
async function removeAt({ engine, query }: Database, row: string): Promise<void> {
  const removal = sql`delete from "users" where "id" = new."userId";`
  if (engine === 'sqlite') {
    await sql`create trigger "ends" ${sql.raw(row)} begin ${removal} end`.execute(query)
    return
  }
  await sql`create function "ends"() returns trigger language plpgsql
    as $$ begin ${removal} return new; end $$`.execute(query)
  await sql`create trigger "ends" ${sql.raw(row)} for each row execute function "ends"()`.execute(
    query,
  )
}

test.each([
  { when: 'before it has a session', row: 'before insert on "sessions"' },
  { when: 'once it has a session', row: 'after insert on "knownDevices"' },
])('signing in to an account that is removed at that time, $when, answers 401', async ({ row }) => {
  const database = await openTestDatabase(await makePlace())
  const portal = await openPortal({ database })
  await signedUp(portal.app)
  await removeAt(database, row)
  const response = await createVisitor(portal.app).post('/api/auth/sign-in/email', jane)
  expect(response.status).toBe(401)
  expect((await refusal(response)).code).toBe('unauthenticated')
})

test('a call by an account that is removed during the call answers 401', async () => {
  const portal = await openPortal()
  const person = await signIn(portal)
  // The last that happens before the call is handled.
  portal.deps.callers.noteActivity = async ({ userId }) => {
    await portal.database.query.deleteFrom('users').where('id', '=', userId).execute()
  }
  const response = await askToAdd(portal, person)
  expect(response.status).toBe(401)
  expect((await refusal(response)).code).toBe('unauthenticated')
})

/** An account whose password changes just after it was checked. */
async function withPassingPassword() {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const { passwords } = portal.deps
  const verify: typeof passwords.verify = async (asked) => {
    const isRight = await passwords.verify(asked)
    const hash = 'argon2id-of another'
    await portal.database.query.updateTable('accounts').set({ password: hash }).execute()
    return isRight
  }
  portal.deps.passwords = { ...passwords, verify }
  return { portal, visitor }
}
const wrong = { status: 403, code: 'wrong_password' }

test('a deletion is refused if the password changes while it is checked', async () => {
  const { portal, visitor } = await withPassingPassword()
  const asked = { password: jane.password, appointments: [], refund: 0 }
  expect(await refusal(await visitor.post('/account/deletion', asked))).toEqual(wrong)
  expect(await portal.database.query.selectFrom('users').select('email').execute()).toEqual([
    { email: jane.email },
  ])
})

test('an address change is refused if the password changes while it is checked', async () => {
  const { portal, visitor } = await withPassingPassword()
  const asked = { password: jane.password, email: 'new@patients.example' }
  expect(await refusal(await visitor.post('/account/email', asked))).toEqual(wrong)
  expect(await portal.database.query.selectFrom('emailChanges').selectAll().execute()).toEqual([])
})

test('an address change is refused if its session ends while the password is checked', async () => {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const { query } = portal.database
  const { passwords } = portal.deps
  const verify: typeof passwords.verify = async (proof) => {
    await query.deleteFrom('sessions').execute()
    return passwords.verify(proof)
  }
  portal.deps.passwords = { ...passwords, verify }
  const asked = { password: jane.password, email: 'new@patients.example' }
  const response = await visitor.post('/account/email', asked)
  expect(await refusal(response)).toEqual({ status: 401, code: 'unauthenticated' })
  expect(await query.selectFrom('emailChanges').selectAll().execute()).toEqual([])
})

/** Adds a sign-in just before a password is replaced. */
async function signInBeforeChange({ engine, query }: Database): Promise<void> {
  const columns = sql`"id", "token", "userId", "expiresAt", "createdAt", "updatedAt"`
  const at = sql.lit('2040-01-01T00:00:00.000Z')
  const insertion = sql`insert into "sessions" (${columns})
    values ('late', 'late', new."userId", ${at}, ${at}, ${at});`
  if (engine === 'sqlite') {
    await sql`create trigger "signs_in" before update on "accounts" begin ${insertion} end`.execute(
      query,
    )
    return
  }
  await sql`create function signs_in() returns trigger language plpgsql
    as $$ begin ${insertion} return new; end $$`.execute(query)
  await sql`create trigger signs_in before update on "accounts"
    for each row execute function signs_in()`.execute(query)
}

test('stopping an address change leaves no session, not even one that started just before', async () => {
  const database = await openTestDatabase(await makePlace())
  const portal = await openPortal({ database })
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  const asked = { password: jane.password, email: 'new@patients.example' }
  expect((await visitor.post('/account/email', asked)).status).toBe(200)
  const { token } = await readLink(portal, 'email-change-notice')
  await signInBeforeChange(database)
  expect((await visitor.post('/account/email/stop', { token })).status).toBe(200)
  expect(await database.query.selectFrom('sessions').selectAll().execute()).toEqual([])
})

/** Does something once, after the next statement that deletes sessions and before what follows it. */
function afterSessionsEnd(act: () => Promise<void>): KyselyPlugin {
  let ending: object | undefined
  let isDone = false
  return {
    transformQuery({ node, queryId }) {
      const [from] = node.kind === 'DeleteQueryNode' ? node.from.froms : []
      const table = from && TableNode.is(from) ? from.table.identifier.name : ''
      if (table === 'sessions') ending ??= queryId
      return node
    },
    async transformResult({ queryId, result }) {
      if (queryId === ending && !isDone) {
        isDone = true
        await act()
      }
      return result
    },
  }
}

test('a sign-in with the old password between the two statements of a reset leaves no session', async () => {
  const old = { signIn: async () => {} }
  const database = await openTestDatabase()
  const query = database.query.withPlugin(afterSessionsEnd(() => old.signIn()))
  const portal = await openPortal({ database: { ...database, query } })
  await signedUp(portal.app)
  const visitor = createVisitor(portal.app)
  await visitor.post('/api/auth/request-password-reset', { email: jane.email })
  const { token } = await readLink(portal, 'password-reset')
  const statuses: number[] = []
  old.signIn = async () => {
    statuses.push((await visitor.post('/api/auth/sign-in/email', jane)).status)
  }
  const reset = { newPassword: 'another secret', token }
  const answer = await createVisitor(portal.app).post('/api/auth/reset-password', reset)
  expect([...statuses, answer.status]).toEqual([200, 200])
  expect(await database.query.selectFrom('sessions').selectAll().execute()).toEqual([])
})

/** Calls `act` after `left` more statements, unless a session is inserted before. */
function createSteps() {
  const later = { left: 0, act: async () => {} }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const into = node.kind === 'InsertQueryNode' ? node.into?.table.identifier.name : ''
      if (into === 'sessions') later.left = 0
      return node
    },
    async transformResult({ result }) {
      later.left -= 1
      if (later.left === 0) await later.act()
      return result
    },
  }
  return { later, plugin }
}

if (inject('engine') === 'postgres') {
  test('signing in while the address passes to another account succeeds or answers 401', async () => {
    const { later, plugin } = createSteps()
    const database = await openTestDatabase(await makePlace())
    const { query } = database
    const portal = await openPortal({ database: { ...database, query: query.withPlugin(plugin) } })
    const next = { ...jane, email: 'next@patients.example' }
    let isPassed = false
    const passOn = async () => {
      isPassed = true
      await query.deleteFrom('users').where('email', '=', jane.email).execute()
      await query.updateTable('users').set({ email: jane.email }).execute()
    }
    const answers: string[] = []
    for (let step = 1; ; step += 1) {
      await query.deleteFrom('users').execute()
      await signedUp(portal.app)
      await signedUp(portal.app, next)
      isPassed = false
      Object.assign(later, { left: step, act: passOn })
      const response = await createVisitor(portal.app).post('/api/auth/sign-in/email', jane)
      later.left = 0
      if (!isPassed) break
      answers.push(response.ok ? 'ok' : (await refusal(response)).code)
    }
    // The account that was found is gone before it has a session.
    expect(answers).toEqual(['ok', 'ok', 'unauthenticated', 'unauthenticated'])
  })

  test('signing in with the old password during a password change leaves no session', async () => {
    const portal = await openPortal()
    await signedUp(portal.app)
    const { query } = portal.database
    let signingIn: Promise<Response> | undefined
    await query.transaction().execute(async (transaction) => {
      await transaction.updateTable('accounts').set({ password: 'argon2id-of another' }).execute()
      await transaction.deleteFrom('sessions').execute()
      signingIn = createVisitor(portal.app).post('/api/auth/sign-in/email', jane)
      await untilBlocked(portal.database, signingIn)
    })
    expect((await signingIn)?.status).toBe(401)
    expect(await query.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('a link requested while the address is being proven is removed', async () => {
    const portal = await openPortal()
    const visitor = await signedUp(portal.app)
    const { query } = portal.database
    let asking: Promise<Response> | undefined
    await query.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ emailVerified: true }).execute()
      asking = visitor.post('/account/confirmation')
      await untilBlocked(portal.database, asking)
    })
    expect((await asking)?.status).toBe(200)
    expect(await query.selectFrom('emailConfirmations').selectAll().execute()).toEqual([])
  })
}
