import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { afterNextCommit } from '../testing/database/database.ts'
import { accepted, bookFor } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, openPortal, type Person, type Portal, request, signIn } from '../testing/portal.ts'
import { askForAddress, signInClaim, signInUnproved } from '../testing/proving.ts'
import { confirm, createVisitor, signedUp } from '../testing/visitor.ts'
import { asked } from '../testing/waitlist.ts'
import { removeUser } from '../users/remove-user.ts'
import { batch, removeOld, startHousekeeping } from './remove-old.ts'

const dayMs = 86_400_000

const later = ({ time }: Portal, days: number) => new Date(time.now.getTime() + days * dayMs)

async function countOf({ query }: Database, table: 'sessions' | 'accessTokens' | 'outbox') {
  const { rows } = await query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

test('expired sessions are removed with their tokens, and valid ones remain', async () => {
  const portal = await openPortal()
  await signIn(portal)
  await signIn(portal)
  // A session of the tests holds for a day.
  portal.time.now = later(portal, 1)
  const jane = await signIn(portal)
  await removeOld(portal.deps)
  expect(await countOf(portal.database, 'sessions')).toBe(1)
  expect(await countOf(portal.database, 'accessTokens')).toBe(1)
  const mine = await request(portal, 'GET', `/booking?email=${jane.email}`, jane)
  expect(mine.status).toBe(200)
})

test('expired one-time links are removed', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const at = portal.time.now.toISOString()
  for (const [id, days] of Object.entries({ over: 0, open: 1 })) {
    await sql`insert into "verifications"
      ("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt")
      values (${id}, 'reset', 'jane', ${later(portal, days).toISOString()}, ${at}, ${at})`.execute(
      query,
    )
  }
  await removeOld(portal.deps)
  const { rows } = await sql`select "id" from "verifications"`.execute(query)
  expect(rows).toEqual([{ id: 'open' }])
})

test('an address change is removed once it can no longer be reversed', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const body = { email: 'jane.roe@patients.example' }
  const asked = await request(portal, 'POST', '/account/email', { token: jane.token, body })
  expect(asked.status).toBe(200)
  const left = async (days: number) => {
    await removeOld({ ...portal.deps, clock: () => later(portal, days) })
    return portal.database.query.selectFrom('emailChanges').select('toEmail').execute()
  }
  expect(await left(6)).toEqual([{ toEmail: body.email }])
  expect(await left(7)).toEqual([])
})

test('an address that an account has left is stored until the account is removed', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await (await askForAddress(portal, jane, 'jane.roe@patients.example'))()
  await removeOld({ ...portal.deps, clock: () => later(portal, 8) })
  const { query } = portal.database
  const left = () => query.selectFrom('emailChanges').select('fromEmail').execute()
  expect(await left()).toEqual([{ fromEmail: jane.email }])
  const whose = { email: 'jane.roe@patients.example' }
  await removeUser(portal.deps, { whose, by: 'staff@clinic.example', appointments: 'cancel' })
  expect(await left()).toEqual([])
})

test('counters against guessing are removed after a day, and known networks after 90 days', async () => {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  await signedUp(portal.app)
  await createVisitor(portal.app).post('/api/auth/sign-in/email', {
    email: 'nobody@patients.example',
    password: 'not the one',
  })
  const left = async (days: number) => {
    await removeOld({ ...portal.deps, clock: () => later(portal, days) })
    const { query } = portal.database
    const tables = [
      'emailConfirmations',
      'limitCounts',
      'signInFailures',
      'signInNetworks',
    ] as const
    const counts = tables.map((table) => query.selectFrom(table).selectAll().execute())
    return (await Promise.all(counts)).map(({ length }) => length > 0)
  }
  expect(await left(0)).toEqual([true, true, true, true])
  expect(await left(1)).toEqual([false, false, false, true])
  expect(await left(90)).toEqual([false, false, false, true])
  expect(await left(91)).toEqual([false, false, false, false])
})

test('invitations are removed 30 days after they expire, and browsers 400 days after their last sign-in', async () => {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await confirm(portal, await signedUp(portal.app))
  const body = { email: 'new@clinic.example', role: 'desk' }
  const asked = await request(portal, 'POST', '/users/invitations', { token: staff.token, body })
  expect(asked.status).toBe(200)
  const left = async (days: number) => {
    await removeOld({ ...portal.deps, clock: () => later(portal, days) })
    const { query } = portal.database
    const tables = ['staffInvitations', 'knownDevices'] as const
    const counts = tables.map((table) => query.selectFrom(table).selectAll().execute())
    return (await Promise.all(counts)).map(({ length }) => length)
  }
  // An invitation is open for a week.
  expect(await left(36)).toEqual([1, 1])
  expect(await left(38)).toEqual([0, 1])
  expect(await left(400)).toEqual([0, 1])
  expect(await left(401)).toEqual([0, 0])
})

test('unused unconfirmed accounts and claims are removed after 30 days', async () => {
  const portal = await openPortal()
  const names = async () => {
    const rows = await portal.database.query
      .selectFrom('users')
      .select(['name', 'claims'])
      .execute()
    return rows.map(({ name, claims }) => `${name}${claims === null ? '' : ', a claim'}`).sort()
  }
  const add = async (name: string, made: Promise<Person>, { books = false } = {}) => {
    const person = await made
    await portal.database.query
      .updateTable('users')
      .set({ name })
      .where('name', '=', 'Pat Doe')
      .execute()
    if (books) await booked(portal, person, { treatment: (await names()).length - 1 })
    return person
  }
  const slot = { books: true }
  const vera = await add('confirmed', signIn(portal))
  await add('idle', signInUnproved(portal))
  await add('idle', signInClaim(portal, vera.email))
  await add('booked', signInUnproved(portal), slot)
  await add('booked', signInClaim(portal, vera.email), slot)
  const run = (days: number) => removeOld({ ...portal.deps, clock: () => later(portal, days) })
  await run(29.9)
  expect(await names()).toHaveLength(5)
  // An account with a valid session stays.
  const { query } = portal.database
  const expiresAt = later(portal, 31).toISOString()
  const stays = await add('signed in', signInUnproved(portal))
  const sessions = query.selectFrom('users').select('id').where('email', '=', stays.email)
  await query.updateTable('sessions').set({ expiresAt }).where('userId', 'in', sessions).execute()
  await run(30)
  const left = ['booked', 'booked, a claim', 'confirmed']
  expect(await names()).toEqual([...left, 'signed in'])
  await run(31)
  expect(await names()).toEqual(left)
})

test('sent and failed mails are removed after 90 days, and waiting ones remain', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const mail = { recipient: 'jane@patients.example', subject: '', text: '', html: '' }
  for (const kind of ['sent', 'failed', 'waiting']) {
    await queueMail(query, { ...mail, kind }, portal.time.now)
  }
  const at = portal.time.now.toISOString()
  await query.updateTable('outbox').set({ sentAt: at }).where('kind', '=', 'sent').execute()
  await query.updateTable('outbox').set({ failedAt: at }).where('kind', '=', 'failed').execute()
  await removeOld({ ...portal.deps, clock: () => later(portal, 90) })
  expect(await countOf(portal.database, 'outbox')).toBe(3)
  await removeOld({ ...portal.deps, clock: () => later(portal, 91) })
  const rows = await query.selectFrom('outbox').select('kind').execute()
  expect(rows).toEqual([{ kind: 'waiting' }])
})

test('all old data is removed at the start, one batch at a time', async () => {
  const portal = await openPortal()
  const { query } = portal.database
  const mail = { kind: 'old', recipient: 'jane@patients.example', subject: '', text: '', html: '' }
  for (let made = 0; made <= 2 * batch; made += 1) await queueMail(query, mail, portal.time.now)
  await query.updateTable('outbox').set({ sentAt: portal.time.now.toISOString() }).execute()
  const keeping = startHousekeeping({ ...portal.deps, clock: () => later(portal, 91) })
  await expect.poll(() => countOf(portal.database, 'outbox')).toBe(0)
  await keeping.stop()
})

test('messages and audit entries are removed after the configured days, and the audit records the reason', async () => {
  const settings = { KEEP_MESSAGES_DAYS: '30', KEEP_AUDIT_DAYS: '100' }
  const portal = await openPortal({ settings })
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const message = {
    email: 'jane@patients.example',
    subject: 'A question',
    message: 'Have you a lift?',
  }
  await request(portal, 'POST', '/contact-messages', { body: message })
  await request(portal, 'GET', '/staff/patients', staff)
  const left = async (days: number, config = portal.config) => {
    await removeOld({ ...portal.deps, config, clock: () => later(portal, days) })
    const tables = ['contactMessages', 'auditEntries', 'auditRemovals'] as const
    const counts = tables.map((table) => query.selectFrom(table).selectAll().execute())
    return (await Promise.all(counts)).map(({ length }) => length)
  }
  expect(await left(30)).toEqual([1, 1, 0])
  expect(await left(31)).toEqual([0, 1, 0])
  const ever = { messages: 0, mails: 0, audit: 0, patients: 0 }
  expect(await left(9999, { ...portal.config, keepDays: ever })).toEqual([0, 1, 0])
  expect(await left(101)).toEqual([0, 0, 1])
  expect(await left(102)).toEqual([0, 0, 1])
  const removal = await query.selectFrom('auditRemovals').selectAll().executeTakeFirstOrThrow()
  expect(removal.reason).toBe('older than 100 days')
})

test('inactive patients are erased after the configured time, and active ones and staff remain', async () => {
  const portal = await openPortal({ settings: { KEEP_PATIENTS_DAYS: '400' } })
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const gone = await signIn(portal, 'gone@patients.example')
  await booked(portal, gone)
  await signIn(portal, 'comes@patients.example')
  const record = { name: 'Old Record', birthDate: '', email: '', language: '', note: '', alert: '' }
  const body = { ...record, phone: '718 555 0143' }
  await request(portal, 'POST', '/staff/patients', { token: staff.token, body })
  const lately = { ...portal, time: { now: later(portal, 390) } }
  portal.time.now = lately.time.now
  const back = await signIn(portal, 'comes.back@patients.example')
  await booked(portal, back, { date: 'Jul 5, 2027' })
  portal.time.now = new Date(portal.time.now.getTime() + 30 * dayMs)
  await removeOld(portal.deps)
  const users = await query.selectFrom('users').select('email').orderBy('email').execute()
  expect(users.map(({ email }) => email)).toEqual([back.email, staff.email])
  const patients = await query.selectFrom('patients').select(['name', 'phone']).execute()
  expect(JSON.stringify(patients)).not.toMatch(/Old Record|0143/)
  const kept = await query.selectFrom('appointments').select(['patient', 'patientName']).execute()
  expect(kept).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain(gone.email)
})

test('a new record stays, and so does an account that waits, has a session or a network, or whose dependent comes', async () => {
  const portal = await openPortal({ settings: { KEEP_PATIENTS_DAYS: '400' } })
  const { query } = portal.database
  const named = (name: string) => signIn(portal, `${name}@patients.example`)
  await asked(portal, await named('waits'))
  const parent = await named('parent')
  const { _id: dependent } = await addDependent(portal, parent)
  await booked(portal, parent, { dependent, date: 'Jul 6, 2026' })
  const idOf = ({ email }: Person) =>
    query.selectFrom('users').select('id').where('email', '=', email)
  const { id: userId } = await idOf(await named('network')).executeTakeFirstOrThrow()
  const session = idOf(await named('session'))
  portal.time.now = later(portal, 390)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await recordsOf(portal, staff).added({ name: 'New Record', phone: '718 555 0143' })
  const signedInAt = portal.time.now.toISOString()
  await query.insertInto('signInNetworks').values({ userId, network: 'home', signedInAt }).execute()
  const expiresAt = later(portal, 31).toISOString()
  await query.updateTable('sessions').set({ expiresAt }).where('userId', 'in', session).execute()
  portal.time.now = later(portal, 30)
  await removeOld(portal.deps)
  const users = await query.selectFrom('users').select('email').orderBy('email').execute()
  const names = users.map(({ email }) => email.split('@')[0])
  expect(names).toEqual(['network', 'parent', 'session', 'staff', 'waits'])
  const records = query.selectFrom('patients').select('name').where('accountId', 'is', null)
  expect(await records.execute()).toEqual([{ name: 'New Record' }])
})

test('accounts and patients are erased for inactivity although the erasure of one fails, which is logged and reported', async () => {
  const portal = await openPortal({ settings: { KEEP_PATIENTS_DAYS: '400' } })
  const { query } = portal.database
  await signIn(portal)
  await signIn(portal)
  portal.time.now = later(portal, 1)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await recordsOf(portal, staff).added({ name: 'Old Record', phone: '718 555 0143' })
  portal.time.now = later(portal, 430)
  const failure = new Error('The answer to the commit was lost')
  afterNextCommit(portal.database, () => Promise.reject(failure))
  const logged: unknown[] = []
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const removed = removeOld({ ...portal.deps, log })
  await expect(removed).rejects.toMatchObject({ errors: [failure] })
  expect(logged).toMatchObject([
    { level: 50, account: expect.any(String), err: { message: failure.message } },
  ])
  const users = await query.selectFrom('users').select('email').execute()
  expect(users).toEqual([{ email: staff.email }])
  const records = query.selectFrom('patients').select('name').where('accountId', 'is', null)
  expect(await records.execute()).toEqual([])
})

test.each(['been booked', 'been made staff'] as const)(
  'an account whose holder has %s while another one is erased for inactivity stays',
  async (what) => {
    const portal = await openPortal({ settings: { KEEP_PATIENTS_DAYS: '400' } })
    const { query } = portal.database
    await signIn(portal)
    await signIn(portal)
    portal.time.now = later(portal, 430)
    const staff = await signIn(portal, 'staff@clinic.example', 'admin')
    const left = async () => {
      const rows = await query.selectFrom('users').select('email').execute()
      return rows.filter(({ email }) => email !== staff.email)
    }
    afterNextCommit(portal.database, async () => {
      const [back, ...others] = await left()
      if (!back || others.length > 0) throw new Error('One of two is removed')
      const { email } = back
      if (what === 'been booked') {
        const named = { email, name: 'Pat Doe' }
        await accepted(await bookFor(portal, staff, named, { date: 'Aug 10, 2027' }))
      } else
        await query.updateTable('users').set({ role: 'desk' }).where('email', '=', email).execute()
    })
    await removeOld(portal.deps)
    expect(await left()).toHaveLength(1)
    const appointments = await query.selectFrom('appointments').select('cancelledAt').execute()
    expect(appointments).toEqual(what === 'been booked' ? [{ cancelledAt: null }] : [])
  },
)
