import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'

const at = '2026-06-01T10:00:00.000Z'

test('a migration ties queued mails to their appointments, clears failed ones, and resets unconfirmed SMS settings', async () => {
  const { database, upgrade } = await openOlder('0011-line-order')
  const { query } = database
  for (const [id, failedAt, day] of [
    ['waiting', null, '2026-06-08'],
    ['failed', at, '2026-06-08'],
    ['reset', null, null],
  ]) {
    await sql`insert into "outbox" ("id", "kind", "recipient", "subject", "text", "html", "createdAt",
        "dueAt", "failedAt", "appointmentId", "appointmentDay", "appointmentSlot")
      values (${id}, 'reminder', 'jane@patients.example', 'News', 'link', 'link', ${at}, ${at},
        ${failedAt}, ${day && 'a1'}, ${day}, ${day && '8:00 AM - 8:30 AM'})`.execute(query)
  }
  for (const [email, verified] of [
    ['jane@patients.example', true],
    ['squatter@patients.example', false],
  ] as const) {
    const emailVerified = database.engine === 'postgres' ? verified : Number(verified)
    await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values (${email}, 'Jane', ${email}, ${emailVerified}, ${at}, ${at})`.execute(query)
  }
  for (const email of ['jane', 'squatter', 'gone']) {
    await sql`insert into "noticeSettings" ("email", "byMail", "bySms", "phone", "changedAt")
      values (${`${email}@patients.example`}, 0, 1, '+17185550100', ${at})`.execute(query)
  }
  await upgrade()
  const mails = await query
    .selectFrom('outbox')
    .select(['id', 'text', 'onlyWhile', 'timeRevision'])
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    { id: 'failed', text: '', onlyWhile: null, timeRevision: null },
    { id: 'reset', text: 'link', onlyWhile: null, timeRevision: null },
    { id: 'waiting', text: 'link', onlyWhile: 'standing', timeRevision: null },
  ])
  const settings = await query
    .selectFrom('noticeSettings')
    .select(['email', 'byMail', 'bySms', 'phone'])
    .orderBy('email')
    .execute()
  expect(settings).toEqual([
    { email: 'gone@patients.example', byMail: 0, bySms: 0, phone: null },
    { email: 'jane@patients.example', byMail: 0, bySms: 1, phone: '+17185550100' },
    { email: 'squatter@patients.example', byMail: 0, bySms: 0, phone: null },
  ])
})
