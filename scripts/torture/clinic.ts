import * as z from 'zod'
import { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, weekdayOf } from '../../contract/date.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import type { Database } from '../../server/db/database.ts'
import type { Dice } from '../demo-clinic/dice.ts'
import { createPeople, type Person, usualPassword } from '../fuzz/people.ts'
import type { Ledger } from './ledger.ts'

export type Known = { id: string; holder: Person; price: number }

/** A small clinic with many concurrent callers, so that their calls conflict. */
export type Clinic = {
  ledger: Ledger
  patients: Person[]
  staff: Person
  /** E-mails of accounts that may be removed. */
  accounts: string[]
  /** A few treatments with a few slots; the second half has doctors. */
  treatments: Treatment[]
  doctors: string[]
  days: string[]
  /** The clinic's day when the run began. */
  today: string
  appointments: Known[]
  requests: { id: string; holder: Person }[]
  /** Patients without an account: some are merged, others are erased. */
  records: string[]
  erasable: string[]
  /** Counts the portal's answers by status; 0 for none. */
  answers: Map<number, number>
}

/** `body` is empty where the answer is no object; `json` is the whole answer. */
export type Reply = { status: number; body: Record<string, unknown>; json: unknown }
const Body = z.record(z.string(), z.unknown())

/**
 * Makes one call to one of the portal's processes. Throws on an answer of 5xx other than "unavailable"; returns
 * `null` when no answer came, or when the answer says that the outcome is unknown.
 */
export async function call(
  clinic: Pick<Clinic, 'answers'>,
  origin: string,
  [method, path, person, body]: [string, string, Person | null, unknown?],
): Promise<Reply | null> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...proofOf(person),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  const status = text === null || text === undefined ? 0 : (response?.status ?? 0)
  clinic.answers.set(status, (clinic.answers.get(status) ?? 0) + 1)
  if (status === 0 || status === 503) return null
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  if (status === 401 && person?.token) await renew(origin, person)
  const json: unknown = JSON.parse(text || '{}')
  const reply = { status, json, body: Body.safeParse(json).data ?? {} }
  if (person && reply.body.code === 'proof_needed') await proveAgain(origin, person)
  return reply
}

/** The access token, or the session's cookie for a person without one. */
function proofOf(person: Person | null): Record<string, string> {
  if (person?.token) return { authorization: `Bearer ${person.token}` }
  return person?.cookie ? { cookie: person.cookie } : {}
}

/** The most harmful calls require a password proved within the last minutes. */
async function proveAgain(origin: string, person: Person): Promise<void> {
  await fetch(`${origin}/account/proof`, {
    method: 'POST',
    headers: { ...proofOf(person), 'content-type': 'application/json' },
    body: JSON.stringify({ password: usualPassword }),
  }).catch(() => null)
}

/** A bearer token is valid for a quarter of an hour. */
async function renew(origin: string, person: Person): Promise<void> {
  const { email, cookie } = person
  const response = await fetch(`${origin}/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => null)
  const read = Body.safeParse(await response?.json().catch(() => null))
  if (typeof read.data?.token === 'string') person.token = read.data.token
}

/** Sets up a clinic on a portal that has just started. */
export async function openClinic(
  origin: string,
  { database, ledger, dice }: { database: Database; ledger: Ledger; dice: Dice },
): Promise<Clinic> {
  const { add, enter } = createPeople(origin, database)
  const patients = await Promise.all(Array.from({ length: 6 }, () => enter('patient')))
  const staff = await enter('admin')
  const answers = new Map<number, number>()
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await call({ answers }, origin, [method, path, staff, body])
    if (reply?.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return reply.body
  }
  const { today, closedWeekdays } = BookingCalendar.parse(
    await (await fetch(`${origin}/calendar`)).json(),
  )
  const services = z.array(Treatment).parse(await (await fetch(`${origin}/service`)).json())
  const treatments = services.slice(0, 4).map((one) => ({ ...one, slots: one.slots.slice(4, 9) }))
  const days: string[] = []
  for (let day = addDays(today, 3); days.length < 4; day = addDays(day, 1)) {
    if (!closedWeekdays.includes(weekdayOf(day))) days.push(day)
  }
  const policy = Body.parse(await (await fetch(`${origin}/policy`)).json())
  const wide = { unpaidAppointments: 200, bookingsPerHour: 200, waitRequests: 50, openOffers: 20 }
  await ask('PUT', '/staff/policy', { ...policy, ...wide, offerMinutes: 30 })
  const doctors: string[] = []
  await ask('POST', '/staff/chairs', { name: `Room ${dice.between(1, 999)}`, treatments: [] })
  for (const name of ['Ana Ruiz', 'Ben Katz']) {
    const email = `${name.slice(0, 3).toLowerCase()}@clinic.example`
    const img = 'https://clinic.example/doctor.webp'
    await ask('POST', '/doctors', { name, email, specialty: services[0]?.name, img })
    const rows = await database.query
      .selectFrom('doctors')
      .select('id')
      .where('email', '=', email)
      .execute()
    const id = rows[0]?.id ?? ''
    const week = Array.from({ length: 7 }, () => [{ start: 480, end: 1080 }])
    await ask('PUT', `/staff/doctors/${id}/schedule`, {
      ...{ treatments: treatments.slice(2).map(({ _id }) => _id), chairs: [], exceptions: [] },
      ...{ weeks: [{ from: today, days: week }], timeOff: [], blocks: [], confirmed: true },
    })
    doctors.push(id)
  }
  const accounts = Array.from({ length: 100 }, (_, place) => `gone${place}@patients.example`)
  for (const email of accounts) await add(email, 'Sam Gone')
  const lists = { appointments: [], requests: [], records: [], erasable: [] }
  return { ledger, patients, staff, accounts, treatments, doctors, days, today, ...lists, answers }
}
