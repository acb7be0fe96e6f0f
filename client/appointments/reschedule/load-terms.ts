import {
  type ChangeTerms,
  changeEndpoints,
} from '../../../contract/appointments/change-endpoints.ts'
import type { BookingCalendar } from '../../../contract/clinic/clinic.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { ApiError, call } from '../../data/api.ts'
import type { Absence } from '../../domain/absent-appointment.tsx'

export type Found = { kind: 'found'; terms: ChangeTerms; calendar: BookingCalendar }
export type Loaded = Found | { kind: 'absent'; reason: Absence }

/** What can become of an appointment; an address that leads to none of one's own is an answer too. */
export async function loadTerms(id: string, signal: AbortSignal): Promise<Loaded> {
  try {
    const [terms, calendar] = await Promise.all([
      call(changeEndpoints.readChangeTerms, { params: { id } }, { signal }),
      call(endpoints.readCalendar, {}, { signal }),
    ])
    return { kind: 'found', terms, calendar }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return { kind: 'absent', reason: 'not_found' }
    if (status === 403) return { kind: 'absent', reason: 'forbidden' }
    throw error
  }
}
