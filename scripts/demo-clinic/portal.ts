import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import type { AnswerOf, Endpoint, InputOf } from '../../contract/endpoint.ts'
import { createApp } from '../../server/app.ts'
import { queueConfirmations } from '../../server/calendar/queue-confirmations.ts'
import type { Config } from '../../server/config.ts'
import type { Database, Queries } from '../../server/db/database.ts'
import { createLog } from '../../server/http/log.ts'
import { hashToken } from '../../server/identity/hash-tokens.ts'
import { createDeliverDueMail } from '../../server/notifications/deliver-mail.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox.ts'
import { sweepPayments } from '../../server/payments/sweep-payments.ts'
import { createQueueReminders } from '../../server/reminders/queue-reminders.ts'
import { sweepWaitlist } from '../../server/waitlist/sweep-waitlist.ts'

/** The caller of an endpoint. */
export type Person = { id: string; email: string; name: string; token: string }

export type DemoConfig = Config & { authSecret: string }
export type DemoPortal = ReturnType<typeof openPortal>

/** Its staff work through weeks in one session. */
const endless = { staffIdleMinutes: 1_000_000, staffHours: 100_000, patientDays: 5000 }

type Parts = { params?: object; query?: object; body?: unknown }

/** The whole app without a server, with a clock set by the caller and test cards that always work. */
export function openPortal(given: { config: DemoConfig; database: Database; start: Date }) {
  const { database } = given
  // One hour of the demo takes a few milliseconds, which the rate limits would take for a flood.
  const config = { ...given.config, rateLimit: false, sessions: endless }
  const time = { now: given.start }
  const clock = () => time.now
  const log = createLog('error')
  const payments = createSandbox({ database, clock }, () => [])
  const idle = { outbox: { wake() {} }, backups: { make() {} } }
  const parts = { config, database, clock, log, payments, ...idle }
  const { app, deps } = createApp(parts)
  const queueReminders = createQueueReminders(parts)
  // Mail of the past weeks is not sent.
  const mailer = { send: async () => {} }

  async function ask(endpoint: Endpoint, input: Parts, person?: Person): Promise<Response> {
    const { params = {}, query = {}, body } = input
    const filled = Object.entries(params).reduce(
      (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(String(value))),
      String(endpoint.path),
    )
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )
    const isForm = body instanceof FormData
    return app.request(`${filled}${search.size > 0 ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
  }

  /** The call's answer; `null` where the state refuses it (409). Throws otherwise. */
  async function attempt<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    person?: Person,
  ): Promise<AnswerOf<E> | null> {
    const response = await ask(endpoint, input, person)
    if (response.status === 409) return null
    const answer: unknown = await response.json()
    if (response.ok) return z.parse<E['answer']>(endpoint.answer, answer)
    const call = `${endpoint.method} ${endpoint.path}`
    throw new Error(`${call} answered ${response.status} ${JSON.stringify(answer)}`)
  }

  const deliver = createDeliverDueMail({ ...parts, mailer })

  /** Runs the background work of an open portal: mail is sent, refunds complete, the waitlist is swept. */
  async function tick(): Promise<void> {
    while (await queueConfirmations(parts));
    while (await queueReminders());
    while (await deliver());
    await sweepPayments({ ...deps, payments })
    await sweepWaitlist(deps)
  }

  return {
    deps,
    time,
    tick,
    attempt,
    upload: async (form: FormData, endpoint: Endpoint, person: Person): Promise<unknown> =>
      (await ask(endpoint, { body: form }, person)).json(),
    /** The same where a refusal is an error of the demo. */
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, person?: Person) {
      const answer = await attempt(endpoint, input, person)
      if (answer === null) throw new Error(`${endpoint.method} ${endpoint.path} was refused`)
      return answer
    },
  }
}

type NewAccount = {
  email: string
  name: string
  phone?: string
  language?: 'en' | 'es'
  role?: 'patient' | 'admin'
  /** Without it the account cannot sign in until the password is reset. */
  password?: string
}

/** An account with a confirmed e-mail, signed in until the demo is complete. */
export async function addAccount(
  { deps, time }: DemoPortal,
  { email, name, phone = '', language = 'en', role = 'patient', password }: NewAccount,
): Promise<Person> {
  const { database, passwords } = deps
  const { query } = database
  const now = time.now.toISOString()
  const at = { createdAt: now, updatedAt: now }
  const id = uuidv7()
  const emailVerified = database.engine === 'postgres' ? true : 1
  const user = { id, email, name, phone, language, role, emailVerified, image: null }
  await query
    .insertInto('users')
    .values({ ...user, ...at })
    .execute()
  if (password !== undefined) {
    await insertPassword(query, { userId: id, hash: await passwords.hash(password) }, time.now)
  }
  return signIn(database, { id, email, name }, time.now)
}

export async function insertPassword(
  query: Queries,
  { userId, hash }: { userId: string; hash: string },
  now: Date,
): Promise<void> {
  const [id, instant] = [uuidv7(), now.toISOString()]
  // The table is better-auth's; our types only have the columns that we read.
  await sql`insert into "accounts"
    ("id", "providerId", "accountId", "userId", "password", "createdAt", "updatedAt")
    values (${id}, 'credential', ${userId}, ${userId}, ${hash}, ${instant}, ${instant})`.execute(
    query,
  )
}

/** A session of an account, which `endSessions` removes. */
export async function signIn(
  { query }: Database,
  user: Omit<Person, 'token'>,
  now: Date,
): Promise<Person> {
  const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
  const [sessionId, token] = [uuidv7(), randomBytes(32).toString('base64url')]
  const expiresAt = new Date(now.getTime() + 400 * 86_400_000).toISOString()
  const proved = { activeAt: expiresAt, provedAt: expiresAt }
  const hashed = hashToken(sessionId)
  const session = { id: sessionId, token: hashed, userId: user.id, expiresAt, ...at, ...proved }
  await query
    .insertInto('sessions')
    .values({ ...session, ipAddress: null, userAgent: null })
    .execute()
  const hash = hashToken(token)
  await query.insertInto('accessTokens').values({ hash, sessionId, expiresAt }).execute()
  return { ...user, token }
}

export async function endSessions({ query }: Database): Promise<void> {
  await query.deleteFrom('accessTokens').execute()
  await query.deleteFrom('lastReads').execute()
  await query.deleteFrom('sessions').execute()
}
