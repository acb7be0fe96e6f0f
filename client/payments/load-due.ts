import type { Booking } from '../../contract/appointments/appointment.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { PaymentSettings } from '../../contract/payments/payment.ts'
import { ApiError, call } from '../data/api.ts'

export type Due =
  | { kind: 'due'; appointment: Booking; settings: PaymentSettings }
  | { kind: 'absent'; reason: 'not_found' | 'forbidden' }

/** An appointment, and how it can be paid; an address that leads to none is an answer too. */
export async function loadDue(id: string, signal: AbortSignal): Promise<Due> {
  try {
    const [appointment, settings] = await Promise.all([
      call(endpoints.readAppointment, { params: { id } }, { signal }),
      call(endpoints.readPaymentSettings, {}, { signal }),
    ])
    return { kind: 'due', appointment, settings }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return { kind: 'absent', reason: 'not_found' }
    if (status === 403) return { kind: 'absent', reason: 'forbidden' }
    throw error
  }
}
