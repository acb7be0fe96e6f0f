import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '../appointments/search-keys.ts'
import { openTestDatabase } from '../testing/database/database.ts'
import { runsOf } from '../testing/runs.ts'
import { listUsers } from './list-users.ts'

type Person = { email: string; name: string }

const text = (letters: string) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 })
const people = fc.uniqueArray(
  fc.record({ email: text('ab._-').map((start) => `${start}@x.example`), name: text('aAbB%_ é') }),
  { selector: ({ email }) => email, maxLength: 12 },
)

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('é', 'e')
    .replace(/[%_.\s-]/g, '')

/** What a search finds, said plainly. */
function found(all: Person[], search: string): string[] {
  const word = plain(search)
  if (search !== '' && word === '') return []
  return all
    .filter(({ email, name }) =>
      [name, email.replace(/@.*/, '')].some((one) => plain(one).includes(word)),
    )
    .map(({ email }) => email)
    .sort()
}

test('the pages of a search contain every matching user once and in order', async (context) => {
  const database = await openTestDatabase()
  const { query } = database
  const emailVerified = database.engine === 'postgres' ? true : 1
  const at = { createdAt: '2026-06-05T00:00:00.000Z', updatedAt: '2026-06-05T00:00:00.000Z' }
  const rest = { ...at, emailVerified, image: null, role: 'patient' } as const

  async function readPages(search: string, limit: number): Promise<string[]> {
    const emails: string[] = []
    for (;;) {
      const page = await listUsers(query, { search, limit, after: emails.at(-1) })
      expect(page.length).toBeLessThanOrEqual(limit)
      if (page.length === 0) return emails
      emails.push(...page.map(({ email }) => email))
    }
  }

  const property = fc.asyncProperty(
    people,
    fc.oneof(fc.constant(''), text('aAbB%_.é')),
    fc.integer({ min: 1, max: 5 }),
    async (all, search, limit) => {
      await query.deleteFrom('users').execute()
      const users = all.map((person) => ({ ...person, ...rest, id: person.email }))
      if (users.length > 0) await query.insertInto('users').values(users).execute()
      expect(await readPages(search, limit)).toEqual(found(all, search))
    },
  )
  await fc.assert(property, { numRuns: runsOf(context, 80) })
  await database.close()
})

test('both engines normalize a name as a search does', async () => {
  const database = await openTestDatabase()
  const { query } = database
  const name = 'ÁÇÑØßŁžİ’Ω Ж-Việt e\u0301 (æ) Œ.þ'
  const emailVerified = database.engine === 'postgres' ? true : 1
  const at = { createdAt: '2026-06-05T00:00:00.000Z', updatedAt: '2026-06-05T00:00:00.000Z' }
  const rest = { ...at, emailVerified, image: null, role: 'patient' } as const
  await query
    .insertInto('users')
    .values({ ...rest, id: 'u', name, email: 'u@x.example' })
    .execute()
  const parts = await query.selectFrom('searchUserParts').select('part').execute()
  const longest = parts.map(({ part }) => part).sort((one, other) => other.length - one.length)[0]
  expect(longest).toBe(foldText(name))
  expect(longest).toBe('acnosslziωжvieteaeoeth')
  await query.updateTable('users').set({ name: 'Ann Bo' }).execute()
  expect(
    (await query.selectFrom('searchUserParts').select('part').orderBy('part').execute()).map(
      ({ part }) => part,
    ),
  ).toEqual(['annbo', 'bo', 'nbo', 'nnbo', 'o', 'u@xexample'])
  await query.deleteFrom('users').execute()
  expect(await query.selectFrom('searchUserParts').selectAll().execute()).toEqual([])
  await database.close()
})
