import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'
import { openPortal, refusal } from '../testing/portal.ts'
import { createVisitor, jane } from '../testing/visitor.ts'

test('sign-ups counted by an older version still count', async () => {
  const { database, upgrade } = await openOlder('0033-wished-doctor')
  const [hourEndsAt, dayEndsAt] = ['2026-06-05T14:00:00.000Z', '2026-06-06T10:00:00.000Z']
  await sql`insert into "signUpNetworks" ("network", "hourEndsAt", "inHour", "dayEndsAt", "inDay")
    values ('192.0.2.1', ${hourEndsAt}, 1, ${dayEndsAt}, 30)`.execute(database.query)
  await upgrade()
  const settings = { RATE_LIMIT: 'on', TRUST_PROXY: 'on' }
  const portal = await openPortal({ database, settings })
  const signUp = (address: string) =>
    createVisitor(portal.app).post('/api/auth/sign-up/email', jane, { 'x-forwarded-for': address })
  const held = await signUp('192.0.2.1')
  // From 9:15 AM in the clinic's time to the end of that day's count.
  expect(held.headers.get('retry-after')).toBe(String((20 * 60 + 45) * 60))
  expect(await refusal(held)).toEqual({ status: 429, code: 'too_many_sign_ups' })
  expect((await signUp('192.0.2.2')).status).toBe(200)
})
