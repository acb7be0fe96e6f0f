import * as fc from 'fast-check'
import { expect, test } from 'vitest'
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

/** What a search finds, said plainly. */
function found(all: Person[], search: string): string[] {
  const begins = (word: string) => word.toLowerCase().startsWith(search.toLowerCase())
  return all
    .filter(({ email, name }) => begins(email) || begins(name))
    .map(({ email }) => email)
    .sort()
}

test('the pages of a search are what begins with it, each once and in order', async (context) => {
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
