import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, weekdayOf } from '../contract/date.ts'
import type { Database } from '../server/db/database.ts'
import type { Child } from './child.ts'

export type Post = { body: string; token: string }

/**
 * The bookings of each round, shuffled: every slot of `daysARound` open days. Each slot of a day has a
 * patient of its own.
 */
export async function makePosts(
  database: Database,
  { today, rounds, daysARound }: { today: string; rounds: number; daysARound: number },
): Promise<Post[][]> {
  const slots = await database.query
    .selectFrom('treatments as t')
    .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .select(['t.id', 's.slot', 't.priceCents'])
    .execute()
  const patients = await addPatients(database, slots.length)
  // The first open days are those that GET /available is asked about.
  const days = Array.from({ length: 176 }, (_, ahead) => addDays(today, ahead + 4))
    .filter((day) => weekdayOf(day) !== 0)
    .slice(0, rounds * daysARound)
  return Array.from({ length: rounds }, (_, round) =>
    days
      .slice(round * daysARound, (round + 1) * daysARound)
      .flatMap((date) =>
        slots.map(({ id: treatmentId, slot, priceCents }, place) => {
          const { email: patient, token } = patients[place] ?? { email: '', token: '' }
          const price = priceCents / 100
          const body = { treatmentId, treatment: '', date, slot, price, patient, phone: '' }
          return { token, body: JSON.stringify(body) }
        }),
      )
      .map((post) => ({ post, place: createHash('md5').update(post.body).digest('hex') }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ post }) => post),
  )
}

/** Signed-in patients without limits; hashing passwords is not measured. */
async function addPatients({ engine, query }: Database, count: number) {
  const at = new Date().toISOString()
  const stamps = { createdAt: at, updatedAt: at }
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const patients = Array.from({ length: count }, (_, place) => ({
    token: `bench-${place}`,
    email: `bench${place}@patients.example`,
  }))
  for (const { token: id, email } of patients) {
    const user = { id, email, name: 'Pat Doe', role: 'patient' as const, image: null, ...stamps }
    const emailVerified = engine === 'postgres' ? true : 1
    await query
      .insertInto('users')
      .values({ ...user, emailVerified, unbounded: 1 })
      .execute()
    const session = { id, token: id, userId: id, expiresAt, ipAddress: null, userAgent: null }
    await query
      .insertInto('sessions')
      .values({ ...session, ...stamps })
      .execute()
    const hash = createHash('sha256').update(id).digest('hex')
    await query.insertInto('accessTokens').values({ hash, sessionId: id, expiresAt }).execute()
  }
  return patients
}

/**
 * Until a portal has sent what its bookings owe, its database has written what it holds back, and its
 * process has rested for a second: nothing of it is left to slow down the next.
 */
export async function untilRested(
  portal: Pick<Child, 'cpuMs'>,
  { engine, query }: Database,
): Promise<void> {
  const rested = async () => {
    const due = await query.selectFrom('confirmationsDue').selectAll().limit(1).execute()
    const unsent = await query
      .selectFrom('outbox')
      .select('id')
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('dueAt', '<=', new Date().toISOString())
      .limit(1)
      .execute()
    if (due.length + unsent.length > 0) return false
    await sql.raw(engine === 'postgres' ? 'checkpoint' : 'pragma wal_checkpoint').execute(query)
    const cpuMs = portal.cpuMs()
    await wait(1000)
    return portal.cpuMs() - cpuMs < 50
  }
  for (let tries = 0; tries < 600; tries += 1) {
    if (await rested()) return
    await wait(200)
  }
  throw new Error('A portal still works minutes after its last booking')
}
