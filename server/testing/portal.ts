import { createHash, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { type Booking, BookingAccepted } from '../../contract/appointments/appointment.ts'
import { formatDay } from '../../contract/date.ts'
import { ErrorBody } from '../../contract/errors.ts'
import type { Role } from '../../contract/roles.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { seed } from '../db/seed.ts'
import type { Deps } from '../deps.ts'
import { createLog } from '../http/log.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { createPasswords } from '../identity/passwords/hash-passwords.ts'
import { chooseProvider, type Payments } from '../payments/choose-provider.ts'
import { listTreatmentSlots } from '../treatments/find-treatment.ts'
import { groupSlots } from '../treatments/treatment.ts'
import { openTestDatabase } from './database/database.ts'

/** A Friday, 9:15 in the morning at the demo clinic. */
export const fridayMorning = new Date('2026-06-05T13:15:00Z')
export const today = '2026-06-05'
export const monday = '2026-06-08'

export type Person = { email: string; name: string; token: string }
export type Portal = Awaited<ReturnType<typeof openPortal>>

/** The whole app over a fresh demo clinic on the engine under test, with a clock that stands still. */
export async function openPortal(
  options: {
    now?: Date
    settings?: Record<string, string>
    database?: Database
    payments?: Payments
    /** By default a requested backup is recorded as started but never made. */
    backups?: Deps['backups']
    /** Gets each line of the log; otherwise nothing is logged. */
    log?: (line: string) => void
  } = {},
) {
  const database = options.database ?? (await openTestDatabase())
  const settings = { RATE_LIMIT: 'off', ...endlessSessions, ...options.settings }
  const read = readConfig(settings)
  const config = { ...read, authSecret: read.authSecret ?? 'a secret of the tests, long enough' }
  await seed(database, config.clinicName)
  const time = { now: options.now ?? fridayMorning }
  const log = options.log ? createLog('trace', { write: options.log }) : pino({ level: 'silent' })
  const outbox = { wake() {} }
  const clock = () => time.now
  const backups = options.backups ?? { make() {} }
  const payments = options.payments ?? (await chooseProvider({ config, database, clock }))
  const parts = { config, database, clock, log, outbox, backups, payments, passwords }
  const { app, deps } = createApp(parts)
  onTestFinished(() => database.close())
  const treatments = groupSlots(await listTreatmentSlots(database.query))
  return { app, deps, config, database, time, payments, treatments }
}

/** Tests whose clock runs for days sign in once. */
const endlessSessions = { STAFF_IDLE_MINUTES: '1000000', STAFF_SESSION_HOURS: '100000' }

/** Hashing that costs nothing; what production does has tests of its own. */
const passwords = createPasswords(async (password, salt) =>
  createHash('sha256').update(`${salt} ${password}`).digest(),
)

/** A signed-in account, made directly in the database. */
export async function signIn(
  { database, time }: Pick<Portal, 'database' | 'time'>,
  email = `${randomBytes(6).toString('hex')}@patients.example`,
  role: Role = 'patient',
  isVerified = true,
): Promise<Person> {
  const at = { createdAt: time.now.toISOString(), updatedAt: time.now.toISOString() }
  const userId = uuidv7()
  const sessionId = uuidv7()
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(time.now.getTime() + 86_400_000).toISOString()
  const name = 'Pat Doe'
  const person = { id: userId, name, email, emailVerified: 1, image: null, role, ...at }
  const verified = database.engine === 'postgres' ? isVerified : Number(isVerified)
  await database.query
    .insertInto('users')
    .values({ ...person, emailVerified: verified })
    .execute()
  const session = {
    id: sessionId,
    token: hashToken(sessionId),
    userId,
    expiresAt,
    ...at,
    ...provedAt(time.now),
  }
  await database.query
    .insertInto('sessions')
    .values({ ...session, ipAddress: null, userAgent: null })
    .execute()
  const hash = hashToken(token)
  await database.query.insertInto('accessTokens').values({ hash, sessionId, expiresAt }).execute()
  return { email, name, token }
}

function provedAt(now: Date) {
  return { activeAt: now.toISOString(), provedAt: now.toISOString() }
}

/** A signed-in account whose e-mail is not confirmed; `confirm` confirms it. */
export async function signInUnconfirmed(portal: Pick<Portal, 'database' | 'time'>, email: string) {
  const person = await signIn(portal, email, 'patient', false)
  const { engine, query } = portal.database
  const set = (verified: boolean) => {
    const emailVerified = engine === 'postgres' ? verified : Number(verified)
    return query.updateTable('users').set({ emailVerified }).where('email', '=', email).execute()
  }
  return { ...person, confirm: () => set(true) }
}

/** What our own screens send to book; `request` changes any of it. */
export function bookingBody(
  portal: Portal,
  person: Person,
  input: Partial<
    Record<
      'treatmentId' | 'date' | 'slot' | 'patient' | 'phone' | 'dependent' | 'doctor' | 'chair',
      string
    >
  > & {
    price?: number
    treatment?: number
    /** Rules that staff pass over. */
    despite?: readonly string[]
  } = {},
) {
  const chosen = portal.treatments[input.treatment ?? 0]
  if (!chosen) throw new Error('The demo clinic has six treatments')
  const { treatment: _, ...rest } = input
  return {
    treatmentId: chosen._id,
    treatment: chosen.name,
    date: formatDay(monday),
    slot: '8:00 AM - 8:30 AM',
    price: chosen.price,
    patient: person.email,
    patientName: person.name,
    phone: '',
    ...rest,
  }
}

/** One call with JSON and a bearer token. */
export function request(
  portal: Pick<Portal, 'app'>,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
) {
  return portal.app.request(path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export function book(portal: Portal, person: Person, input?: Parameters<typeof bookingBody>[2]) {
  const body = bookingBody(portal, person, input)
  return request(portal, 'POST', '/booking', { token: person.token, body })
}

/** Books and expects it to be accepted. */
export async function booked(
  portal: Portal,
  person: Person,
  input?: Parameters<typeof bookingBody>[2],
): Promise<Booking> {
  const response = await book(portal, person, input)
  expect(response.status).toBe(200)
  return BookingAccepted.parse(await response.json()).booking
}

/** Status and code of a refusal, checked against the contract's error body. */
export async function refusal(response: Response) {
  const { code } = ErrorBody.parse(await response.json())
  return { status: response.status, code }
}
