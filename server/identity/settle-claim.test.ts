import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { releaseUnproved } from '../appointments/unproved/release-unproved.ts'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import { pay } from '../testing/paying.ts'
import { booked, openPortal, type Portal, refusal, request } from '../testing/portal.ts'
import { prove } from '../testing/proving.ts'
import { createVisitor, exchange, jane, signedUp, type Visitor } from '../testing/visitor.ts'

const path = '/email-confirmation'
const again = { ...jane, name: 'Jane Again', password: 'another evening at sea' }
const [early, late, later] = ['8:00 AM - 8:30 AM', '8:30 AM - 9:00 AM', '9:00 AM - 9:30 AM']
const over = { status: 404, code: 'link_over' }

/** Jane's address has an account and was signed up with again; the mail is in her mailbox. */
async function openTwice({ isConfirmed }: { isConfirmed: boolean }) {
  const portal = await openPortal()
  const first = await signedUp(portal.app)
  if (isConfirmed) await prove(portal, { ...jane, token: '' })
  const second = await signedUp(portal.app, again)
  const { token } = await readLink(portal, 'sign-up-attempt')
  const bookAs = async (visitor: Visitor, input: { treatment: number; slot: string }) =>
    booked(portal, { ...jane, token: await exchange(visitor) }, input)
  const users = () =>
    portal.database.query
      .selectFrom('users')
      .select(['id', 'email', 'name', 'emailVerified'])
      .execute()
  return { portal, first, second, token, bookAs, users }
}

const callerOf = ({ deps }: Portal, visitor: Visitor) =>
  deps.callers.bySession(visitor.cookieHeader())

async function listOwn(portal: Portal, visitor: Visitor) {
  const token = await exchange(visitor)
  const response = await request(portal, 'GET', `/booking?email=${jane.email}`, { token })
  const Shown = z.array(z.object({ _id: z.string() }))
  return Shown.parse(await response.json()).map(({ _id }) => _id)
}

/** How the reader of the mail proves who they are. */
type Proof = (by: Awaited<ReturnType<typeof openTwice>>) => Response | Promise<Response>

const ofAccount: [string, Proof][] = [
  ['the session of the account', ({ first, token }) => first.put(path, { token })],
  [
    'the password of the account',
    ({ portal, token }) => createVisitor(portal.app).post(path, { token, password: jane.password }),
  ],
]
const ofClaim: [string, Proof][] = [
  ['the session of the claim', ({ second, token }) => second.put(path, { token })],
  [
    'the password of the claim',
    ({ portal, token }) =>
      createVisitor(portal.app).post(path, { token, password: again.password }),
  ],
]

test.each([...ofAccount, ...ofClaim])(
  'with the link and %s, a confirmed account gets the appointments of the claim',
  async (_, prove) => {
    const opened = await openTwice({ isConfirmed: true })
    const { portal, first, second, token, bookAs } = opened
    const own = await bookAs(first, { treatment: 0, slot: early })
    const hers = await bookAs(second, { treatment: 1, slot: late })
    await pay(portal, { ...jane, token: await exchange(second) }, hers)
    const account = await callerOf(portal, first)
    expect((await prove(opened)).status).toBe(200)
    expect(await opened.users()).toMatchObject([{ id: account?.userId, name: jane.name }])
    expect((await listOwn(portal, first)).sort()).toEqual([own._id, hers._id].sort())
    // Its session and its password open nothing any more.
    expect(await callerOf(portal, second)).toBeNull()
    const signIn = { email: jane.email, password: again.password }
    const back = await createVisitor(portal.app).post('/api/auth/sign-in/email', signIn)
    expect(back.status).toBe(401)
    expect(await refusal(await first.put(path, { token }))).toEqual(over)
    await queueConfirmations(portal.deps)
    expect(
      (await queuedMails(portal)).filter((mail) => mail.startsWith('appointment-confirmed')),
    ).toHaveLength(2)
  },
)

test.each(ofAccount)(
  'with the link and %s, an unconfirmed account is confirmed and gets the appointments of the claim',
  async (_, prove) => {
    const opened = await openTwice({ isConfirmed: false })
    const { portal, first, second, bookAs } = opened
    const hers = await bookAs(second, { treatment: 1, slot: late })
    expect((await prove(opened)).status).toBe(200)
    expect(await callerOf(portal, first)).toMatchObject({ name: jane.name, verified: true })
    expect(await listOwn(portal, first)).toEqual([hers._id])
    expect(await opened.users()).toHaveLength(1)
  },
)

test.each(ofClaim)(
  'with the link and %s, the claim replaces an unconfirmed account',
  async (_, prove) => {
    const opened = await openTwice({ isConfirmed: false })
    const { portal, first, second, bookAs } = opened
    const squatted = await bookAs(first, { treatment: 0, slot: early })
    const hers = await bookAs(second, { treatment: 1, slot: late })
    expect((await prove(opened)).status).toBe(200)
    expect(await callerOf(portal, first)).toBeNull()
    expect(await callerOf(portal, second)).toMatchObject({ name: again.name, verified: true })
    expect(await opened.users()).toMatchObject([{ email: jane.email, name: again.name }])
    await releaseUnproved(portal.deps)
    expect(await listOwn(portal, second)).toEqual([hers._id])
    const row = await portal.database.query
      .selectFrom('appointments')
      .select('cancelledAt')
      .where('id', '=', squatted._id)
      .executeTakeFirst()
    expect(row?.cancelledAt).not.toBeNull()
  },
)

test('the link alone, another account or a wrong password merges nothing, and the link cannot set a password', async () => {
  const { portal, second, token, users } = await openTwice({ isConfirmed: true })
  const reader = createVisitor(portal.app)
  expect((await reader.put(path, { token })).status).toBe(401)
  const joe = await signedUp(portal.app, { ...jane, email: 'joe@patients.example' })
  const other = { status: 403, code: 'other_account' }
  expect(await refusal(await joe.put(path, { token }))).toEqual(other)
  const wrong = await reader.post(path, { token, password: 'not the one' })
  expect(await refusal(wrong)).toEqual({ status: 403, code: 'wrong_password' })
  const chosen = await reader.post(`${path}/password`, { token, newPassword: 'a third evening' })
  expect(await refusal(chosen)).toEqual(other)
  expect(await users()).toHaveLength(3)
  expect(await callerOf(portal, second)).not.toBeNull()
})

test('an appointment of the claim that conflicts with the account’s is cancelled by mail', async () => {
  const { portal, first, second, token, bookAs } = await openTwice({ isConfirmed: true })
  const own = await bookAs(first, { treatment: 0, slot: early })
  await bookAs(second, { treatment: 0, slot: late })
  const hers = await bookAs(second, { treatment: 1, slot: later })
  expect((await first.put(path, { token })).status).toBe(200)
  await releaseUnproved(portal.deps)
  expect((await listOwn(portal, first)).sort()).toEqual([own._id, hers._id].sort())
  expect(await queuedMails(portal)).toContain(`appointment-cancelled to ${jane.email}`)
})

test('"This was not me" ends the claim and its appointments, and does not affect the account', async () => {
  const { portal, first, second, token, bookAs } = await openTwice({ isConfirmed: true })
  const own = await bookAs(first, { treatment: 0, slot: early })
  await bookAs(second, { treatment: 1, slot: late })
  const reader = createVisitor(portal.app)
  expect((await reader.post(`${path}/denial`, { token })).status).toBe(200)
  expect(await callerOf(portal, second)).toBeNull()
  await releaseUnproved(portal.deps)
  const live = await portal.database.query
    .selectFrom('appointments')
    .select('id')
    .where('cancelledAt', 'is', null)
    .execute()
  expect(live).toEqual([{ id: own._id }])
  expect(await listOwn(portal, first)).toEqual([own._id])
  expect(await refusal(await reader.post(`${path}/denial`, { token }))).toEqual(over)
})

test('when a link is used twice at the same time, the claim is merged once', async () => {
  const { portal, first, second, token, users, bookAs } = await openTwice({ isConfirmed: false })
  await bookAs(first, { treatment: 0, slot: early })
  await bookAs(second, { treatment: 1, slot: late })
  const answers = await Promise.all([first.put(path, { token }), second.put(path, { token })])
  expect(answers.map(({ status }) => status)).toContain(200)
  const left = await users()
  expect(left).toHaveLength(1)
  expect(left[0]).toMatchObject({ email: jane.email })
  expect(Boolean(left[0]?.emailVerified)).toBe(true)
  const callers = [await callerOf(portal, first), await callerOf(portal, second)]
  expect(callers.filter((caller) => caller !== null)).toHaveLength(1)
})
