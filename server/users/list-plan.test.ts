import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { selectSought, selectUsers } from './queries.ts'

const people = 2000

/** As a clinic has them: names and addresses that begin with every letter. */
async function openWithUsers() {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const { database, time } = portal
  const instant = time.now.toISOString()
  const at = { createdAt: instant, updatedAt: instant, image: null, role: 'patient' as const }
  const emailVerified = database.engine === 'postgres' ? true : 1
  const letters = (number: number) =>
    [676, 26, 1].map((part) => String.fromCharCode(97 + (Math.floor(number / part) % 26))).join('')
  const users = Array.from({ length: people }, (_, index) => {
    const [name, email] = [`${letters(index * 7)} Doe`, `${letters(index)}${index}@x.example`]
    return { id: `u${index}`, name, email, emailVerified, ...at }
  })
  for (let first = 0; first < people; first += 1000) {
    await database.query
      .insertInto('users')
      .values(users.slice(first, first + 1000))
      .execute()
  }
  await sql`analyze`.execute(database.query)
  return portal
}

async function planOf({ database }: Portal, query: { compile(): CompiledQuery<unknown> }) {
  return explain(database, query.compile())
}

test('no list or search of users scans the whole table', async () => {
  const portal = await openWithUsers()
  const { query } = portal.database
  const page = { after: '', limit: 50 }
  const asked = {
    first: selectUsers(query, page),
    later: selectUsers(query, { ...page, after: 'mmm1@x.example' }),
    sought: selectSought(query, { ...page, words: ['jan', 'doe'] }),
    nobody: selectSought(query, { ...page, words: ['nobody', 'zzz'] }),
  }
  for (const [name, select] of Object.entries(asked)) {
    const plan = await planOf(portal, select)
    expect(readsWholeTable(plan, 'users'), `${name}:\n${plan}`).toBe(false)
  }
  expect(await planOf(portal, asked.sought)).toMatch(/searchUserParts(_pkey)?/)

  // A plan that reads them all is seen as such.
  const all = await planOf(portal, query.selectFrom('users').selectAll())
  expect(readsWholeTable(all, 'users')).toBe(true)
  const unsorted = query.selectFrom('users as u').selectAll().where('image', '=', 'x')
  expect(readsWholeTable(await planOf(portal, unsorted), 'u')).toBe(true)
  const alongIndex = query.selectFrom('users').select('email').orderBy('email').limit(5)
  expect(readsWholeTable(await planOf(portal, alongIndex), 'users')).toBe(true)
})
