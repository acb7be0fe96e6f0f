import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type AppointmentEvent, HistoryEntry } from '../../contract/events.ts'
import { booked, openPortal, request, signIn } from '../testing/portal.ts'
import { noteEvent } from './history.ts'

test('an appointment’s history lists its events oldest first, with the side that caused each', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id: appointmentId } = await booked(portal, jane)
  const note = (at: string, actor: string, event: AppointmentEvent) =>
    noteEvent(portal.database.query, { appointmentId, at, actor, ...event })
  const paid = { amountCents: 9900, currency: 'usd', transactionId: 'pi_1' }
  const data = { ...paid, reason: { text: 'A gift.' } }
  await note('2026-06-05T14:00:00.000Z', jane.email, { kind: 'paid', data: paid })
  const staff = 'staff@clinic.example'
  await note('2026-06-05T15:00:00.000Z', staff, { kind: 'refund_requested', data })
  await note('2026-06-05T15:00:00.000Z', 'portal', { kind: 'refunded', data })
  const cancelledAt = '2026-06-05T16:00:00.000Z'
  await portal.database.query.updateTable('appointments').set({ cancelledAt }).execute()

  const response = await request(portal, 'GET', `/booking/${appointmentId}/history`, jane)
  const entries = z.array(HistoryEntry).parse(await response.json())
  expect(entries.map(({ actor }) => actor)).toEqual([null, null, null, null, null])
  expect(entries.map(({ by, kind }) => `${kind} by ${by}`)).toEqual([
    'booked by patient',
    'paid by patient',
    'refund_requested by clinic',
    'refunded by portal',
    'cancelled by clinic',
  ])
})
