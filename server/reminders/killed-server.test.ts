import { test } from 'vitest'
import { bookBeforeTheStart, expectOneMailEach } from '../testing/killing.ts'

test('processes that are killed while working and restarted remind each patient once', async () => {
  const booked = await bookBeforeTheStart()
  // Long ago: a reminder that was due before the booking is none.
  const createdAt = '2026-01-01T12:00:00.000Z'
  await booked.portal.database.query.updateTable('appointments').set({ createdAt }).execute()
  await expectOneMailEach('reminder', booked)
})
