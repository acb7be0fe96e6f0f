import { createHmac } from 'node:crypto'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

/** What tells people apart, as a record or a line of a file has it; '' or `null` where it does not say. */
export type Told = { nameKey: string; birthDate: string | null; phoneKey: string; email: string }

/** The end of a phone number, which is the same with and without its country's code. */
const phoneDigits = 9

/** The keys of one statement, of which SQLite takes so many only. */
const atOnce = 5000

/**
 * What is left of people who were erased, so that an old file does not bring them back: for each fact by which
 * the import would know them, a digest of it and the name under a key that the database does not have.
 */
export async function storeErased(
  query: Queries,
  people: readonly Told[],
  { secret, erasedAt }: { secret: string; erasedAt: Instant },
): Promise<void> {
  const keys = [...new Set(people.flatMap((person) => keysOf(secret, person)))]
  if (keys.length === 0) return
  await query
    .insertInto('erasedPeople')
    .values(keys.map((key) => ({ key, erasedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of some people who were erased. */
export async function findErased<Person extends Told>(
  query: Queries,
  people: readonly Person[],
  secret: string,
): Promise<Set<Person>> {
  const keys = people.flatMap((person) => keysOf(secret, person).map((key) => ({ key, person })))
  const erased = new Set<string>()
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce).map(({ key }) => key)
    const rows = await query
      .selectFrom('erasedPeople')
      .select('key')
      .where('key', 'in', some)
      .execute()
    for (const { key } of rows) erased.add(key)
  }
  return new Set(keys.flatMap(({ key, person }) => (erased.has(key) ? person : [])))
}

function keysOf(secret: string, { nameKey, birthDate, phoneKey, email }: Told): string[] {
  const facts = [
    ['born', birthDate ?? ''],
    ['phone', phoneKey.slice(-phoneDigits)],
    ['email', email],
  ] as const
  return facts
    .filter(([, value]) => nameKey !== '' && value !== '')
    .map(([fact, value]) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['erased', fact, nameKey, value]))
        .digest('base64url'),
    )
}
