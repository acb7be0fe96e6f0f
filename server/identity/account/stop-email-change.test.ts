import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readLink } from '../../testing/mailbox.ts'
import { openPortal, type Portal, request, signIn } from '../../testing/portal.ts'
import { askForAddress } from '../../testing/proving.ts'
import { confirmApp, readFactors, replaceRecoveryCodes, storeApp } from '../factors/queries.ts'

test('stopping a change removes what was added since to sign in by, all recovery codes and all feeds', async () => {
  const portal = await openPortal()
  // Without a password: no change of it ends the feed.
  const person = await signIn(portal, 'jane@patients.example')
  const { query } = portal.database
  const { id: userId } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const now = portal.time.now.toISOString()
  const before = new Date(portal.time.now.getTime() - 60_000).toISOString()
  await addPasskey(portal, { userId, id: 'own', createdAt: before })
  const confirmChange = await askForAddress(portal, person, 'next@patients.example')
  const { token } = await readLink(portal, 'email-change-notice')
  expect((await confirmChange()).status).toBe(200)
  await addPasskey(portal, { userId, id: 'added', createdAt: now })
  const app = { userId, secret: 'a secret' }
  await storeApp(query, { ...app, addedAt: before })
  expect(await confirmApp(query, { ...app, step: 1 }, now)).toBe(true)
  await replaceRecoveryCodes(query, userId, ['a hash'])
  expect((await request(portal, 'POST', '/calendar-feed', person)).status).toBe(200)
  const stopped = await request(portal, 'POST', '/account/email/stop', { body: { token } })
  expect(stopped.status).toBe(200)
  expect({
    factors: await readFactors(query, userId),
    feeds: await query.selectFrom('calendarFeeds').selectAll().execute(),
  }).toEqual({
    factors: {
      authenticator: false,
      passkeys: [{ _id: 'own', name: '', createdAt: before }],
      recoveryCodesLeft: 0,
    },
    feeds: [],
  })
})

async function addPasskey(
  { database: { engine, query } }: Portal,
  { userId, id, createdAt }: { userId: string; id: string; createdAt: string },
) {
  const backedUp = sql.lit(engine === 'postgres' ? false : 0)
  await sql`insert into "passkeys" ("id", "publicKey", "userId", "credentialID", "counter",
    "deviceType", "backedUp", "createdAt")
    values (${id}, '', ${userId}, ${id}, 0, '', ${backedUp}, ${createdAt})`.execute(query)
}
