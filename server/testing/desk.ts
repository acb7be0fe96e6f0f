import { expect } from 'vitest'
import type { Booking } from '../../contract/appointments/appointment.ts'
import {
  StaffAppointment,
  StaffAppointmentDetails,
} from '../../contract/schedule/staff-appointment.ts'
import { bookingBody, openPortal, type Person, type Portal, request, signIn } from './portal.ts'

type Seen = Pick<StaffAppointment, '_id' | 'revision'>
type BookingInput = Parameters<typeof bookingBody>[2]

/** The demo clinic with somebody at the desk. */
export async function openDesk(options?: Parameters<typeof openPortal>[0]) {
  const portal = await openPortal(options)
  return { portal, staff: await signIn(portal, 'staff@clinic.example', 'admin') }
}

/** What staff may do to an appointment, as they last saw it. */
export function actsOf(portal: Portal, { token }: Person) {
  const act = (method: string, { _id, revision }: Seen, what: string, body: object) =>
    request(portal, method, `/staff/appointments/${_id}/${what}`, {
      token,
      body: { revision, ...body },
    })
  return {
    move: (seen: Seen, to: { date: string; slot: string; despite?: readonly string[] }) =>
      act('POST', seen, 'reschedule', to),
    cancel: (seen: Seen, { reason = 'The dentist is ill.', refund = false } = {}) =>
      act('POST', seen, 'cancel', { reason, refund }),
    setStatus: (seen: Seen, status: string) => act('POST', seen, 'status', { status }),
    payAtDesk: (seen: Seen, method = 'cash') => act('POST', seen, 'desk-payment', { method }),
    removePayment: (seen: Seen) => act('DELETE', seen, 'desk-payment', {}),
  }
}

/** Books as staff do, for an e-mail or for somebody without one. */
export function bookFor(
  portal: Portal,
  staff: Person,
  patient: { email: string | null; name?: string; phone?: string; relation?: string },
  input?: BookingInput,
) {
  const { treatment: _, ...wanted } = bookingBody(portal, staff, input)
  const body = {
    ...wanted,
    patient: patient.email,
    patientName: patient.name ?? 'Pat Doe',
    phone: patient.phone ?? '',
    relation: patient.relation,
  }
  return request(portal, 'POST', '/staff/appointments', { token: staff.token, body })
}

/** The appointment that an accepted change answers with. */
export async function accepted(response: Response): Promise<StaffAppointment> {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return StaffAppointment.parse(body)
}

/** An appointment with its history, as staff read it. */
export async function details(portal: Portal, { token }: Person, { _id }: Pick<Booking, '_id'>) {
  const response = await request(portal, 'GET', `/staff/appointments/${_id}`, { token })
  return StaffAppointmentDetails.parse(await response.json())
}

/** The history in short: `moved by staff@clinic.example`. */
export async function told(portal: Portal, staff: Person, seen: Pick<Booking, '_id'>) {
  const { history } = await details(portal, staff, seen)
  return history.map(({ kind, actor }) => `${kind} by ${actor}`)
}
