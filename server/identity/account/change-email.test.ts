import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, inject, test } from 'vitest'
import { Account } from '../../../contract/identity/account.ts'
import { accepted, bookFor } from '../../testing/desk.ts'
import { queuedMails, readLink } from '../../testing/mailbox.ts'
import {
  booked,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn as signInAs,
} from '../../testing/portal.ts'
import { setLimits, signInClaim } from '../../testing/proving.ts'
import {
  confirm,
  createVisitor,
  exchange,
  jane,
  signedUp,
  type Visitor,
} from '../../testing/visitor.ts'
import { createOwnerMail } from '../mails.ts'
import {
  endOpen,
  findAccount,
  insertChange,
  lockUser,
  markConfirmed,
  storeAddress,
} from './queries.ts'

const next = 'jane.roe@patients.example'
const path = '/account/email'
const over = { status: 404, code: 'link_over' }
const taken = { status: 409, code: 'address_taken' }

async function openWithJane({ confirmed = true } = {}) {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  if (confirmed) await confirm(portal, visitor)
  return { portal, visitor }
}

function ask(visitor: Visitor, email = next, password = jane.password) {
  return visitor.post(path, { email, password })
}

async function asked(portal: Portal, visitor: Visitor, email = next): Promise<string> {
  expect((await ask(visitor, email)).status).toBe(200)
  const link = await readLink(portal, 'email-change')
  expect(link.path).toBe('/dashboard/account/email')
  return link.token
}

const emailOf = async (visitor: Visitor) =>
  Account.parse(await (await visitor.get('/account')).json()).email

const signIn = (portal: Portal, email: string, password = jane.password) =>
  createVisitor(portal.app).post('/api/auth/sign-in/email', { email, password })

test('a new address takes effect once its link is opened by the signed-in owner of the account', async () => {
  const { portal, visitor } = await openWithJane()
  expect(await refusal(await ask(visitor, next, 'not the one'))).toMatchObject({
    code: 'wrong_password',
  })
  expect(await refusal(await ask(visitor, jane.email))).toMatchObject({ code: 'same_email' })
  const token = await asked(portal, visitor)
  expect(await queuedMails(portal)).toContain(`email-change-notice to ${jane.email}`)
  expect(await (await visitor.get('/account')).json()).toMatchObject({
    email: jane.email,
    emailChange: { email: next },
  })
  const joe = await signedUp(portal.app, { ...jane, email: 'joe@patients.example' })
  expect(await refusal(await joe.put(path, { token }))).toEqual({
    ...{ status: 403, code: 'other_account' },
  })
  expect((await createVisitor(portal.app).put(path, { token })).status).toBe(401)
  expect((await visitor.put(path, { token })).status).toBe(200)
  expect(await emailOf(visitor)).toBe(next)
  expect(await refusal(await visitor.put(path, { token }))).toEqual(over)
  expect((await signIn(portal, jane.email)).status).toBe(401)
  expect((await signIn(portal, next)).status).toBe(200)
  expect(await exchange(visitor, next)).toEqual(expect.any(String))
})

test('changing the address of an account without a password requires recent proof of identity', async () => {
  const { portal, visitor } = await openWithJane()
  const { query } = portal.database
  await query.deleteFrom('accounts').execute()
  portal.time.now = new Date(portal.time.now.getTime() + 6 * 60_000)
  expect(await refusal(await ask(visitor))).toEqual({ status: 403, code: 'proof_needed' })
  expect(await queuedMails(portal)).not.toContain(`email-change to ${next}`)
  await query.updateTable('sessions').set({ provedAt: portal.time.now.toISOString() }).execute()
  expect((await ask(visitor)).status).toBe(200)
  expect(await queuedMails(portal)).toContain(`email-change to ${next}`)
})

test('a reset link sent to the former address no longer works', async () => {
  const { portal, visitor } = await openWithJane()
  const stranger = createVisitor(portal.app)
  await stranger.post('/api/auth/request-password-reset', { email: jane.email })
  const { token } = await readLink(portal, 'password-reset')
  await visitor.put(path, { token: await asked(portal, visitor) })
  const reset = { newPassword: 'chosen by a stranger', token }
  expect((await stranger.post('/api/auth/reset-password', reset)).status).toBe(400)
  expect((await signIn(portal, next)).status).toBe(200)
  // One that was made in the moment of the change is not mailed.
  const { id } = await portal.database.query
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow()
  const mailed = async () =>
    (await queuedMails(portal)).filter((mail) => mail.startsWith('password-reset')).length
  const before = await mailed()
  const mail = createOwnerMail(portal.deps)
  await mail.sendReset({ id, email: jane.email }, 'a token')
  expect(await mailed()).toBe(before)
  await mail.sendReset({ id, email: next }, 'a token')
  expect(await mailed()).toBe(before + 1)
})

test('the appointments and settings of the account move to the new address', async () => {
  const { portal, visitor } = await openWithJane()
  const { query } = portal.database
  const token = await exchange(visitor)
  const booking = await booked(portal, { ...jane, token })
  await request(portal, 'PUT', '/reminder-settings', {
    token,
    body: { byMail: false, bySms: false, phone: null },
  })
  expect((await visitor.put(path, { token: await asked(portal, visitor) })).status).toBe(200)
  const own = await request(portal, 'GET', `/booking?email=${next}`, { token })
  expect(await own.json()).toMatchObject([{ _id: booking._id, patient: next }])
  expect(await query.selectFrom('noticeSettings').selectAll().execute()).toMatchObject([
    { email: next, byMail: 0 },
  ])
  const history = await request(portal, 'GET', `/booking/${booking._id}/history`, { token })
  expect(await history.json()).toMatchObject([{ by: 'patient', kind: 'booked' }])
})

test('when two accounts confirm the same address at the same time, only one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const portal = await openPortal()
    const people = ['ann@patients.example', 'bob@patients.example']
    const tokens: [Visitor, string][] = []
    for (const email of people) {
      const visitor = await signedUp(portal.app, { ...jane, email })
      await confirm(portal, visitor)
      tokens.push([visitor, await asked(portal, visitor)])
    }
    const answers = await Promise.all(
      tokens.map(([visitor, token]) => visitor.put(path, { token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await refusal(refused))).toEqual(taken)
    const rows = await portal.database.query.selectFrom('users').select('email').execute()
    expect(rows.filter(({ email }) => email === next)).toHaveLength(1)
    await portal.database.close()
  }
})

test('a request does not reveal if the address is taken, and only an unproven account loses it', async () => {
  const { portal, visitor } = await openWithJane()
  const sam = { ...jane, email: 'sam@patients.example' }
  const owner = await signedUp(portal.app, sam)
  const free = await (await ask(visitor, 'free@patients.example')).json()
  const token = await asked(portal, visitor, sam.email)
  const answer = await (await visitor.get('/account')).json()
  expect({ ...answer, emailChange: null }).toEqual({ ...free, emailChange: null })
  await confirm(portal, owner)
  expect(await refusal(await visitor.put(path, { token }))).toEqual(taken)
  expect(await emailOf(owner)).toBe(sam.email)
  const squatter = await signedUp(portal.app, { ...jane, email: next })
  expect((await visitor.put(path, { token: await asked(portal, visitor) })).status).toBe(200)
  expect((await squatter.get('/account')).status).toBe(401)
  expect(await emailOf(visitor)).toBe(next)
})

test('reading an account while its address changes returns one consistent state', async () => {
  const { portal } = await openWithJane()
  const { query } = portal.database
  const now = portal.time.now.toISOString()
  const { id: userId } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const until = '2040-01-01T00:00:00.000Z'
  const seen: (string | undefined)[][] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) {
      const account = await findAccount(query, userId, now)
      seen.push([account?.email, account?.emailChange?.toEmail])
    }
  }
  const readers = [reader(), reader(), reader()]
  for (let time = 0; time < 60; time += 1) {
    await query.transaction().execute(async (transaction) => {
      await storeAddress(transaction, { userId, email: 'before@x.example' }, now)
      await insertChange(transaction, {
        ...{ id: uuidv7(), userId, fromEmail: 'before@x.example', toEmail: 'after@x.example' },
        ...{ requestedAt: now, confirmHash: String(time), confirmUntil: until },
        ...{ stopHash: null, stopUntil: until },
      })
    })
    await query.transaction().execute(async (transaction) => {
      await storeAddress(transaction, { userId, email: 'after@x.example' }, now)
      await endOpen(transaction, userId, now)
    })
  }
  isOver = true
  await Promise.all(readers)
  const isOdd = ([email, to]: (string | undefined)[]) =>
    email !== jane.email && (email === 'before@x.example') !== (to === 'after@x.example')
  expect(seen.filter(isOdd)).toEqual([])
})

if (inject('engine') === 'postgres') {
  test('a change that is being confirmed is not dropped, and the former address can still stop it', async () => {
    const { portal, visitor } = await openWithJane()
    await asked(portal, visitor)
    const { token } = await readLink(portal, 'email-change-notice')
    const { query } = portal.database
    const now = portal.time.now.toISOString()
    let dropping: Promise<Response> | undefined
    await query.transaction().execute(async (transaction) => {
      const { id: userId } = await query.selectFrom('users').select('id').executeTakeFirstOrThrow()
      await lockUser(transaction, 'postgres', userId)
      let isOver = false
      dropping = visitor.call('DELETE', path, {}).finally(() => {
        isOver = true
      })
      const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect
        .poll(async () => isOver || Number((await waits.execute(query)).rows[0]?.n) > 0)
        .toBe(true)
      const { id } = await query.selectFrom('emailChanges').select('id').executeTakeFirstOrThrow()
      await storeAddress(transaction, { userId, email: next }, now)
      await markConfirmed(transaction, id, now)
    })
    expect(await (await dropping)?.json()).toMatchObject({ email: next, emailChange: null })
    expect((await createVisitor(portal.app).post(`${path}/stop`, { token })).status).toBe(200)
    expect((await signIn(portal, next)).status).toBe(401)
  })
}

test('the former address can stop the change before and after it is confirmed', async () => {
  for (const isConfirmed of [false, true]) {
    const { portal, visitor } = await openWithJane()
    const { _id } = await booked(portal, { ...jane, token: await exchange(visitor) })
    const token = await asked(portal, visitor)
    const stop = await readLink(portal, 'email-change-notice')
    expect(stop.path).toBe('/stop-email-change')
    if (isConfirmed) expect((await visitor.put(path, { token })).status).toBe(200)
    const reader = createVisitor(portal.app)
    const press = () => reader.post(`${path}/stop`, { token: stop.token })
    expect((await press()).status).toBe(200)
    expect((await visitor.get('/account')).status).toBe(401)
    expect((await visitor.put(path, { token })).status).toBe(401)
    // Who asked knew the password.
    for (const email of [jane.email, next]) {
      expect((await signIn(portal, email)).status).toBe(401)
    }
    expect(await refusal(await press())).toEqual(over)
    const { query } = portal.database
    expect(await query.selectFrom('users').select('email').execute()).toEqual([
      { email: jane.email },
    ])
    expect(await query.selectFrom('appointments').select(['id', 'patient']).execute()).toEqual([
      { id: _id, patient: jane.email },
    ])
    await reader.post('/api/auth/request-password-reset', { email: jane.email })
    const reset = await readLink(portal, 'password-reset')
    const body = { newPassword: 'a third secret', token: reset.token }
    expect((await reader.post('/api/auth/reset-password', body)).status).toBe(200)
    expect((await signIn(portal, jane.email, 'a third secret')).status).toBe(200)
  }
})

test('the first address can reverse a chain of changes', async () => {
  const { portal, visitor } = await openWithJane()
  await visitor.put(path, { token: await asked(portal, visitor) })
  const stop = await readLink(portal, 'email-change-notice')
  const third = 'third@patients.example'
  expect((await visitor.put(path, { token: await asked(portal, visitor, third) })).status).toBe(200)
  const answer = await visitor.post(`${path}/stop`, { token: stop.token })
  expect(answer.status).toBe(200)
  const rows = await portal.database.query.selectFrom('users').select('email').execute()
  expect(rows).toEqual([{ email: jane.email }])
})

test('an unconfirmed account corrects its address, and its booking follows', async () => {
  const { portal, visitor } = await openWithJane({ confirmed: false })
  const { _id } = await booked(portal, { ...jane, token: await exchange(visitor) })
  const token = await asked(portal, visitor)
  expect(await queuedMails(portal)).not.toContain(`email-change-notice to ${jane.email}`)
  expect((await visitor.put(path, { token })).status).toBe(200)
  expect(await (await visitor.get('/account')).json()).toMatchObject({
    email: next,
    verified: true,
  })
  const rows = await portal.database.query
    .selectFrom('appointments')
    .select(['id', 'patient', 'unproved'])
    .execute()
  expect(rows).toEqual([{ id: _id, patient: next, unproved: '' }])
})

test('a claim changes to an address of its own, and the account is not affected', async () => {
  const { portal, visitor } = await openWithJane()
  const claim = await signedUp(portal.app, { ...jane, password: 'a second secret' })
  expect((await ask(claim, next, 'a second secret')).status).toBe(200)
  const { token } = await readLink(portal, 'email-change')
  expect((await claim.put(path, { token })).status).toBe(200)
  expect(await emailOf(claim)).toBe(next)
  expect(await emailOf(visitor)).toBe(jane.email)
  expect((await signIn(portal, next, 'a second secret')).status).toBe(200)
  expect((await signIn(portal, jane.email)).status).toBe(200)
})

test('a change is refused if appointments of the two addresses conflict, and nothing changes', async () => {
  const { portal, visitor } = await openWithJane()
  const { query } = portal.database
  const own = await booked(portal, { ...jane, token: await exchange(visitor) })
  // The clinic has booked another treatment at that time, for the new address and a patient of her name.
  const staff = await signInAs(portal, 'staff@clinic.example', 'admin')
  const named = { email: next, name: jane.name }
  await accepted(await bookFor(portal, staff, named, { treatment: 1 }))
  const token = await asked(portal, visitor)
  expect(await refusal(await visitor.put(path, { token }))).toEqual({
    ...{ status: 409, code: 'appointments_collide' },
  })
  expect(await emailOf(visitor)).toBe(jane.email)
  const { patient } = await query
    .selectFrom('appointments')
    .select('patient')
    .where('id', '=', own._id)
    .executeTakeFirstOrThrow()
  expect(patient).toBe(jane.email)
})

test('a booking made while the address changes ends up under the new address or is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { portal, visitor } = await openWithJane()
    await setLimits(portal, { unpaidAppointments: 50 })
    const bearer = await exchange(visitor)
    const token = await asked(portal, visitor)
    const bookings = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM', '10:00 AM - 10:30 AM'].map(
      (slot, treatment) =>
        request(portal, 'POST', '/booking', {
          token: bearer,
          body: {
            ...{ treatmentId: portal.treatments[treatment]?._id, date: 'Jun 8, 2026', slot },
            ...{ price: portal.treatments[treatment]?.price, patient: jane.email, phone: '' },
          },
        }),
    )
    const [changed, ...answers] = await Promise.all([visitor.put(path, { token }), ...bookings])
    expect(changed.status).toBe(200)
    const rows = await portal.database.query.selectFrom('appointments').select('patient').execute()
    expect(rows).toEqual(answers.filter(({ ok }) => ok).map(() => ({ patient: next })))
    await portal.database.close()
  }
})

test('address changes are limited to five an hour per account, whatever the addresses', async () => {
  const { portal, visitor } = await openWithJane()
  for (const number of [1, 2, 3, 4, 5]) {
    expect((await ask(visitor, `next${number}@patients.example`)).status).toBe(200)
  }
  expect(await refusal(await ask(visitor))).toEqual({
    ...{ status: 429, code: 'too_many_email_changes' },
  })
  portal.time.now = new Date(portal.time.now.getTime() + 3_600_000)
  expect((await ask(visitor)).status).toBe(200)
})

test('a newer change ends the previous one, and a link expires after a day', async () => {
  const { portal, visitor } = await openWithJane()
  const former = await asked(portal, visitor, 'typo@patients.example')
  const token = await asked(portal, visitor)
  expect(await refusal(await visitor.put(path, { token: former }))).toEqual(over)
  expect((await visitor.call('DELETE', path, {})).status).toBe(200)
  expect(await refusal(await visitor.put(path, { token }))).toEqual(over)
  const last = await asked(portal, visitor)
  portal.time.now = new Date(portal.time.now.getTime() + 86_400_000)
  expect(await refusal(await visitor.put(path, { token: last }))).toEqual(over)
})

test('confirming a new address removes its claims', async () => {
  const { portal, visitor } = await openWithJane()
  const claim = await signInClaim(portal, next)
  expect((await visitor.put(path, { token: await asked(portal, visitor) })).status).toBe(200)
  expect((await request(portal, 'GET', '/account', claim)).status).toBe(401)
})
