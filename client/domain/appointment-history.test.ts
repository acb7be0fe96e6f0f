import { expect, it } from 'vitest'
import { describeEvent, type HistoryEntry } from '../../contract/events.ts'
import { agentOf, mergeRefunds } from './appointment-history.tsx'

type RefundKind = 'refund_requested' | 'refunded'

const reason = { code: 'cancelled' as const }
const refund = (kind: RefundKind, at: string, transactionId: string): HistoryEntry => ({
  at,
  by: 'patient',
  actor: null,
  kind,
  data: { amountCents: 5900, currency: 'usd', transactionId, reason },
})
const at = (minute: number) => `2026-06-05T14:0${minute}:00.000Z`

it('shows each refund once: its completion, or the request while it is pending', () => {
  const first = refund('refund_requested', at(1), 'pi_1')
  const second = refund('refund_requested', at(1), 'pi_2')
  const refunded = refund('refunded', at(2), 'pi_1')
  expect(mergeRefunds([first, second, refunded])).toEqual([second, refunded])
})

it('does not match a completed refund to a later request', () => {
  const earlier = [refund('refund_requested', at(1), 'pi_1'), refund('refunded', at(2), 'pi_1')]
  const again = refund('refund_requested', at(3), 'pi_1')
  expect(mergeRefunds([...earlier, again])).toEqual([earlier[1], again])
})

it('attributes a refund that a patient requested to the clinic', () => {
  expect(agentOf(refund('refunded', at(2), 'pi_1'))).toBe('clinic')
  expect(agentOf(refund('refund_requested', at(1), 'pi_1'))).toBe('patient')
  expect(agentOf({ ...refund('refunded', at(2), 'pi_1'), by: 'portal' })).toBe('portal')
})

it('tells staff, too, that it was the patient who cancelled', () => {
  const refunded = refund('refunded', at(2), 'pi_1')
  expect(describeEvent('en', refunded)).toBe('$59, pi_1. You cancelled the appointment.')
  expect(describeEvent('en', refunded, 'staff')).toBe(
    '$59, pi_1. The patient cancelled the appointment.',
  )
  expect(describeEvent('es', refunded, 'staff')).toBe('$59, pi_1. El paciente canceló la cita.')
})
