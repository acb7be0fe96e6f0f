import { expect, test } from 'vitest'
import { queuedMails } from '../testing/mailbox.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { confirm, createVisitor, jane, signedUp, type Visitor } from '../testing/visitor.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const told = `new-device to ${jane.email}`

async function openConfirmed() {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  await confirm(portal, visitor)
  return { portal, visitor }
}

async function signInWith(visitor: Visitor, person = jane) {
  const answer = await visitor.post('/api/auth/sign-in/email', person, { 'user-agent': windows })
  expect(answer.status).toBe(200)
  return answer
}

const toldOf = async (portal: Portal) =>
  (await queuedMails(portal)).filter((mail) => mail === told).length

const deviceOf = (visitor: Visitor) => /molar\.device=([^;]+)/.exec(visitor.cookieHeader())?.[1]

test('a sign-in by an unknown browser is mailed once, and the browser that signed up is known', async () => {
  const { portal, visitor } = await openConfirmed()
  await signInWith(visitor)
  expect(await toldOf(portal)).toBe(0)
  const other = createVisitor(portal.app)
  await signInWith(other)
  expect(await toldOf(portal)).toBe(1)
  await other.post('/api/auth/sign-out', {})
  await signInWith(other)
  expect(await toldOf(portal)).toBe(1)
  const { text } = await portal.database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'new-device')
    .executeTakeFirstOrThrow()
  expect(text).toContain('with Chrome on Windows')
})

test('a sign-in by a known browser renews when it was last used', async () => {
  const { portal, visitor } = await openConfirmed()
  portal.time.now = new Date('2026-06-20T13:15:00Z')
  await signInWith(visitor)
  const known = await portal.database.query.selectFrom('knownDevices').selectAll().execute()
  expect(known).toMatchObject([{ lastUsedAt: portal.time.now.toISOString() }])
})

test('the device cookie is HttpOnly, and its value is not stored in the database', async () => {
  const { portal } = await openConfirmed()
  const visitor = createVisitor(portal.app)
  const lines = (await signInWith(visitor)).headers.getSetCookie()
  expect(lines.find((line) => line.startsWith('molar.device='))).toMatch(
    /Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/,
  )
  const known = await portal.database.query.selectFrom('knownDevices').selectAll().execute()
  expect(deviceOf(visitor)).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(known)).not.toContain(deviceOf(visitor))
})

test('two accounts on one browser have unrelated device hashes', async () => {
  const { portal, visitor } = await openConfirmed()
  await visitor.post('/api/auth/sign-out', {})
  const device = deviceOf(visitor)
  const joe = { ...jane, email: 'joe@patients.example' }
  await visitor.post('/api/auth/sign-up/email', joe)
  expect(deviceOf(visitor)).toBe(device)
  const known = await portal.database.query.selectFrom('knownDevices').selectAll().execute()
  expect(known).toHaveLength(2)
  expect(new Set(known.map(({ hash }) => hash)).size).toBe(2)
  await signInWith(visitor)
  expect(await toldOf(portal)).toBe(0)
})

test('neither a wrong password nor a claim’s sign-in sends a new-device mail', async () => {
  const { portal } = await openConfirmed()
  const wrong = { ...jane, password: 'not the one' }
  await createVisitor(portal.app).post('/api/auth/sign-in/email', wrong)
  const claim = { ...jane, password: 'a claimant’s secret' }
  await signedUp(portal.app, claim)
  await signInWith(createVisitor(portal.app), claim)
  expect(await toldOf(portal)).toBe(0)
})
