import { test } from 'vitest'
import { bookBeforeTheStart, expectOneMailEach } from '../testing/killing.ts'

test('processes that are killed while working and restarted remind each patient once', async () => {
  const booked = await bookBeforeTheStart()
  // Long ago: a reminder that was due before the booking is none.
  const createdAt = '2026-01-01T12:00:00.000Z'
  const { query } = booked.portal.database
  await query.updateTable('appointments').set({ createdAt }).execute()
  // One lead: the instant of another may pass between the two starts, and then another reminder is due.
  await query.updateTable('clinic').set({ reminderMinutes: '10080' }).execute()
  await expectOneMailEach('reminder', booked)
})
