import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HistoryEntry } from '../../contract/appointments/appointment.ts'
import { booked, openPortal, request, signIn } from '../testing/portal.ts'
import { noteEvent } from './history.ts'

test('an appointment’s history tells what happened, oldest first, and which side did it', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id: appointmentId } = await booked(portal, jane)
  const note = (at: string, actor: string, kind: 'paid' | 'refund_requested' | 'refunded') =>
    noteEvent(portal.database.query, { appointmentId, at, actor, kind, detail: '$99.00' })
  await note('2026-06-05T14:00:00.000Z', jane.email, 'paid')
  await note('2026-06-05T15:00:00.000Z', 'staff@clinic.example', 'refund_requested')
  await note('2026-06-05T15:00:00.000Z', 'portal', 'refunded')
  const cancelledAt = '2026-06-05T16:00:00.000Z'
  await portal.database.query.updateTable('appointments').set({ cancelledAt }).execute()

  const response = await request(portal, 'GET', `/booking/${appointmentId}/history`, jane)
  const entries = z.array(HistoryEntry).parse(await response.json())
  expect(entries.map(({ by, kind }) => `${kind} by ${by}`)).toEqual([
    'booked by patient',
    'paid by patient',
    'refund_requested by clinic',
    'refunded by portal',
    'cancelled by clinic',
  ])
})
