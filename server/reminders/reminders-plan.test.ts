import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal } from '../testing/portal.ts'
import { candidatesQuery } from './queries.ts'

test('with 10,000 appointments, a poll for reminders reads a few days, not the whole table', async () => {
  const { database } = await openPortal({ database: await openUnusedDatabase() })
  await fillAppointments(database, 10_000)
  const look = candidatesQuery(database.query, { from: '2026-06-14', to: '2026-06-16' })
  const plan = await explain(database, look.compile())
  expect({ plan, whole: readsWholeTable(plan, 'a') }).toEqual({ plan, whole: false })
  // Small so far: all of it may be cheaper than a way in. Its key must serve.
  for (const leadMinutes of [2880, 1440, 240, 60]) {
    await database.query
      .insertInto('reminders')
      .columns(['appointmentId', 'day', 'slot', 'leadMinutes', 'decidedAt'])
      .expression((from) =>
        from
          .selectFrom('appointments')
          .select(({ lit }) => ['id', 'day', 'slot', lit(leadMinutes).as('lead'), 'createdAt']),
      )
      .execute()
  }
  await sql`analyze`.execute(database.query)
  const filled = await explain(database, look.compile())
  expect({ filled, whole: readsWholeTable(filled, 'r') }).toEqual({ filled, whole: false })
}, 180_000)
