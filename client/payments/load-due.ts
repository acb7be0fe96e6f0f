import type { Booking } from '../../contract/appointments/appointment.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import { readTogether } from '../data/use-read.ts'

type Due =
  | { kind: 'due'; appointment: Booking }
  | { kind: 'absent'; reason: 'not_found' | 'forbidden' }

/** An appointment to pay for; an address that leads to none is an answer too. */
export const due = (id: string) =>
  readTogether('due', [endpoints.readAppointment], id, (signal) => loadDue(id, signal))

async function loadDue(id: string, signal: AbortSignal): Promise<Due> {
  try {
    const appointment = await call(endpoints.readAppointment, { params: { id } }, { signal })
    return { kind: 'due', appointment }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return { kind: 'absent', reason: 'not_found' }
    if (status === 403) return { kind: 'absent', reason: 'forbidden' }
    throw error
  }
}
