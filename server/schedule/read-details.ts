import type { StaffAppointmentDetails } from '../../contract/schedule/staff-appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { listStaffHistory } from '../appointments/history.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Reach } from '../doctors/reach.ts'
import { showDeskPayments } from '../payments/desk-payment.ts'
import { findNewestRefund } from '../payments/refunds/refund.ts'
import { listAlerts } from './queries.ts'

/** An appointment with who did what to it, its payments at the desk, and how the newest refund of its card payments stands. */
export async function readDetails(
  query: Queries,
  id: string,
  reach: Reach,
): Promise<StaffAppointmentDetails | null> {
  const appointment = await findById(query, id, reach)
  if (!appointment) return null
  const refund = await findNewestRefund(query, id)
  const { patientId } = appointment
  return {
    appointment: showStaffAppointment(appointment),
    alert: (await listAlerts(query, [patientId]))[patientId] ?? '',
    history: await listStaffHistory(query, appointment),
    refund: refund?.state ?? null,
    deskPayments: await showDeskPayments(query, id),
  }
}
