import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'

const at = '2026-06-01T10:00:00.000Z'
const picture = '0123456789abcdef0123456789abcdef-480.webp'
const lost = 'fedcba9876543210fedcba9876543210-480.webp'

test('the migration stores Molar’s own photos by name only and leaves other photo addresses unchanged', async () => {
  const { database, upgrade } = await openOlder('0017-search-order')
  const { query } = database
  await query
    .insertInto('images')
    .values({ name: picture, bytes: new Uint8Array([1]), createdAt: at })
    .execute()
  const photos = [
    [`https://old.example/images/${picture}`, picture],
    [`http://localhost:5000/images/${picture}`, picture],
    [`/images/${picture}`, picture],
    [`https://old.example/images/${lost}`, `https://old.example/images/${lost}`],
    ['https://i.host.example/w1/photo.webp', 'https://i.host.example/w1/photo.webp'],
  ] as const
  for (const [index, [before]] of photos.entries()) {
    await sql`insert into "doctors" ("id", "name", "email", "specialty", "img", "createdAt")
      values (${`d${index}`}, 'Ada', ${`d${index}@clinic.example`}, 'Oral Surgery', ${before}, ${at})`.execute(
      query,
    )
  }
  await upgrade()
  const stored = await query.selectFrom('doctors').select('photo').orderBy('id').execute()
  expect(stored.map(({ photo }) => photo)).toEqual(photos.map(([, after]) => after))
})
