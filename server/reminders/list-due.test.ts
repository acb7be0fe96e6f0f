import { expect, test } from 'vitest'
import { countTurns } from '../testing/count-turns.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { openPortal } from '../testing/portal.ts'
import { listDue } from './list-due.ts'

const dayMinutes = 24 * 60

test('a look at a thousand appointments leaves turns to others', async () => {
  const { database, config } = await openPortal()
  await fillAppointments(database, 960)
  const stopCounting = countTurns()
  const due = await listDue(database.query, {
    leads: [10 * dayMinutes],
    since: Date.parse('2025-12-20T00:00:00Z'),
    now: Date.parse('2026-01-01T05:00:00Z'),
    timeZone: config.clinicTimeZone,
  })
  expect(stopCounting()).toBeGreaterThanOrEqual(4)
  expect(due).toEqual([])
})
