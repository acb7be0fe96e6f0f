import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { selectClosures, selectStanding } from '../clinic/queries.ts'
import { selectByState, selectUnread } from '../contact/queries.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { insertPatients } from '../testing/patients.ts'
import { openPortal, today } from '../testing/portal.ts'
import { selectHolders, selectUpcoming } from './queries.ts'

const rows = 20_000

/** Years of appointments behind the clinic's today, a few weeks of them ahead; an inbox of years. */
async function openWithYears() {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const { query, engine } = portal.database
  const treatmentId = portal.treatments[0]?._id ?? ''
  const slots = portal.treatments[0]?.slots ?? []
  const counted = sql`with recursive counted(n) as
    (select 0 union all select n + 1 from counted where n < ${sql.lit(rows - 1)})`
  const days = Array.from({ length: rows / slots.length }, (_, place) => addDays(today, 30 - place))
  const made = days.flatMap((day, place) =>
    slots.map((slot, start) => ({
      ...{ id: `a${place}-${start}`, treatmentId, treatment: 'x', priceCents: 1, day, slot },
      ...{ startMinute: start * 30, endMinute: start * 30 + 30, createdAt: '' },
      ...{ patient: `p${place}-${start}`, patientName: 'x', phone: '', patientId: `${start}` },
    })),
  )
  await insertPatients(query, ...slots.map((_, start) => `${start}`))
  await query.transaction().execute(async (transaction) => {
    // What refers to what is known: triggers would only cost time.
    if (engine === 'postgres') {
      await sql`set local session_replication_role = replica`.execute(transaction)
    }
    for (let first = 0; first < made.length; first += 1000) {
      await transaction
        .insertInto('appointments')
        .values(made.slice(first, first + 1000))
        .execute()
    }
  })
  await sql`${counted} insert into "contactMessages"
    ("id", "email", "subject", "message", "createdAt", "state")
    select 'm' || n, 'x', 'x', 'x', '', case when n % 100 = 0 then 'new' else 'read' end
    from counted`.execute(query)
  await query.insertInto('closures').values({ day: '2026-06-08', reason: 'x' }).execute()
  await sql`analyze`.execute(query)
  return { ...portal, treatmentId, slots }
}

test('queries for staff changes and lists filter by day or state and never scan a whole table', async () => {
  const { database, deps, treatmentId, slots } = await openWithYears()
  const { query } = database
  const page = { before: 'm5', limit: 50 }
  const asked: Record<string, [{ compile(): CompiledQuery<unknown> }, string]> = {
    upcoming: [selectUpcoming(query, today), 'appointments'],
    holders: [selectHolders(query, treatmentId, slots.slice(3), deps.clinicTime()), 'appointments'],
    standing: [selectStanding(query, ['2026-06-08', '2026-06-09'], deps.clinicTime()), 'a'],
    closures: [selectClosures(query, deps.clinicTime()), 'a'],
    messages: [selectByState(query, 'read', page), 'contactMessages'],
    unread: [selectUnread(query), 'contactMessages'],
  }
  for (const [name, [select, table]] of Object.entries(asked)) {
    const plan = await explain(database, select.compile())
    expect(readsWholeTable(plan, table), `${name}:\n${plan}`).toBe(false)
  }
})
