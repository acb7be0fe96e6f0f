import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { ReviewState } from '../../contract/reviews/review.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { insertPatients } from '../testing/patients.ts'
import { openPortal, today } from '../testing/portal.ts'
import { selectPast, selectReviews } from './queries.ts'

const count = 4_000
const at = '2026-01-01T00:00:00.000Z'

function appointmentAt(index: number, treatmentId: string) {
  return {
    id: `a${index}`,
    treatmentId,
    treatment: 'Teeth Cleaning',
    priceCents: 9900,
    day: new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10),
    slot: '8:00 AM - 8:30 AM',
    startMinute: 480,
    endMinute: 510,
    patient: `p${index % 500}@patients.example`,
    patientName: 'Pat Doe',
    phone: '',
    createdAt: at,
    patientId: `p${index % 500}`,
  }
}

function paymentOf(appointmentId: string) {
  const times = { createdAt: at, checkAt: at, chargedAt: at, settledAt: at }
  const card = { provider: 'stripe', state: 'succeeded', currency: 'usd' } as const
  const ids = { id: `p${appointmentId}`, intentId: `i${appointmentId}`, appointmentId }
  return { ...ids, ...card, ...times, amountCents: 9900 }
}

function reviewOf(appointmentId: string, index: number) {
  const state = ReviewState.options[index % 3] ?? 'waiting'
  const written = { stars: 4, text: 'A text long enough', createdAt: at, writtenAt: at }
  return { id: `r${appointmentId}`, appointmentId, state, ...written }
}

/** A clinic of many years, every appointment paid and reviewed. */
async function openWithReviews() {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const { query } = portal.database
  const treatmentId = portal.treatments[0]?._id ?? ''
  const rows = Array.from({ length: count }, (_, index) => appointmentAt(index, treatmentId))
  await insertPatients(query, ...Array.from({ length: 500 }, (_, index) => `p${index}`))
  for (let first = 0; first < count; first += 500) {
    const some = rows.slice(first, first + 500)
    const ids = some.map(({ id }) => id)
    await query.insertInto('appointments').values(some).execute()
    await query.insertInto('payments').values(ids.map(paymentOf)).execute()
    await query.insertInto('reviews').values(ids.map(reviewOf)).execute()
  }
  await sql`analyze`.execute(query)
  return portal
}

test('no list of past appointments or reviews scans a whole table', async () => {
  const { database } = await openWithReviews()
  const { query } = database
  const owner = { email: 'p7@patients.example', userId: 'u7', verified: true }
  const past = { owner, now: { today, firstMinute: 500 }, limit: 51 }
  const place = { day: '1995-01-01', startMinute: 480, id: 'a1' }
  const written = { writtenAt: '2026-01-01T00:00:00.000Z', id: 'r9' }
  const asked: Record<string, { compile(): CompiledQuery<unknown> }> = {
    first: selectPast(query, { ...past, before: null }),
    later: selectPast(query, { ...past, before: place }),
    unreviewed: selectPast(query, { ...past, before: place, only: 'unreviewed' }),
    reviewed: selectPast(query, { ...past, before: null, only: 'reviewed' }),
    published: selectReviews(query, { state: 'published', before: null, limit: 51 }),
    laterPublished: selectReviews(query, { state: 'published', before: written, limit: 51 }),
  }
  for (const [name, select] of Object.entries(asked)) {
    const plan = await explain(database, select.compile())
    for (const table of ['a', 'r', 'p', 'appointments', 'reviews', 'payments']) {
      expect(readsWholeTable(plan, table), `${name}:\n${plan}`).toBe(false)
    }
    const index = /published/i.test(name) ? 'reviews_by_state' : 'by_patient'
    expect(plan, name).toContain(index)
  }
})
