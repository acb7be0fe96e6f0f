import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { addDays, weekdayOf } from '../contract/date.ts'
import { type Clinic, schemaOf } from '../server/clinics/clinic.ts'
import { addClinic, listAll } from '../server/clinics/operate-clinics.ts'
import { readConfig } from '../server/config.ts'
import { createPasswords } from '../server/identity/passwords/hash-passwords.ts'
import type { Call } from './host-load.ts'

type Settings = Record<string, string>

/** Adds `count` clinics as `molar clinic add` does, with a password hash that costs no time. */
export async function addClinics(settings: Settings, from: number, count: number): Promise<void> {
  const config = readConfig(settings)
  const parts = {
    config: { ...config, authSecret: settings.AUTH_SECRET ?? '' },
    environment: settings,
    clock: () => new Date(),
    passwords: createPasswords(async (password, salt) => Buffer.from(`${salt} ${password}`)),
  }
  // A run that was ended may have left gaps.
  const there = new Set((await listOpen(settings)).map(({ name }) => name))
  let next = from
  const make = async () => {
    const name = `clinic-${next}`
    next += 1
    const asked = { name, host: `${name}.example`, settings: { CLINIC_NAME: name } }
    if (!there.has(name)) await addClinic(parts, asked)
  }
  const maker = async () => {
    while (next < from + count) await make()
  }
  // The first makes what all share.
  if (from === 0) await make()
  await Promise.all([maker(), maker()])
}

export async function listOpen(settings: Settings): Promise<Clinic[]> {
  const all = await listAll(readConfig(settings))
  return all.filter(({ state }) => state === 'open')
}

/** Days ahead that a new clinic is open on. */
export function openDays(today: string): string[] {
  const days = Array.from({ length: 170 }, (_, ahead) => addDays(today, ahead + 1))
  return days.filter((day) => weekdayOf(day) !== 0)
}

export type BookingCall = Call & { body: string; token: string }

/** Bookings of patients who are signed in, each of a slot that is free. */
export async function bookingsOf(
  settings: Settings,
  clinic: Clinic,
  { perClinic, today }: { perClinic: number; today: string },
): Promise<BookingCall[]> {
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  await client.query(`set search_path to ${pg.escapeIdentifier(schemaOf(clinic.id))}`)
  const { rows } = await client.query<{ id: string; slot: string; price: number; day: string }>(
    `select t.id, s.slot, t."priceCents" / 100 as price, d.day from treatments t
    join "treatmentSlots" s on s."treatmentId" = t.id cross join unnest($1::text[]) as d(day)
    where not exists (select from appointments a
      where a.day = d.day and a."treatmentId" = t.id and a.slot = s.slot and a."cancelledAt" is null)
    order by d.day, t.id, s.slot limit $2`,
    [openDays(today), perClinic],
  )
  const calls: BookingCall[] = []
  for (const { id: treatmentId, slot, price, day: date } of rows) {
    const { email: patient, token } = await signIn(client, randomUUID())
    const body = { treatmentId, treatment: '', date, slot, price, patient, phone: '' }
    calls.push({ host: clinic.host, path: '/booking', token, body: JSON.stringify(body) })
  }
  await client.end()
  return calls
}

async function signIn(client: pg.Client, name: string) {
  const [id, email] = [`bench-${name}`, `bench${name}@patients.example`]
  const [at, later] = [new Date(), new Date(Date.now() + 86_400_000)].map((one) =>
    one.toISOString(),
  )
  await client.query(
    `insert into users (id, name, email, "emailVerified", role, unbounded, "createdAt", "updatedAt")
    values ($1, 'Pat Doe', $2, true, 'patient', 1, $3, $3)`,
    [id, email, at],
  )
  await client.query(
    `insert into sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
    values ($1, $1, $1, $2, $3, $3)`,
    [id, later, at],
  )
  const hash = createHash('sha256').update(id).digest('hex')
  await client.query(
    'insert into "accessTokens" (hash, "sessionId", "expiresAt") values ($1, $2, $3)',
    [...[hash, id, later]],
  )
  return { email, token: id }
}

/** A migration that may run any number of times: it says of each function of a trigger where it finds tables. */
const again = '0048-search-paths'

/** Takes that migration out of the books of all clinics. */
export async function makeOlder(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from molar.clinics')
  for (const { id } of rows) {
    const table = `${pg.escapeIdentifier(schemaOf(id))}.kysely_migration`
    await client.query(`delete from ${table} where name = $1`, [again])
  }
  await client.query(`update molar.clinics set migration = ''`)
}
