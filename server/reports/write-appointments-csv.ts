import { setImmediate as nextTurn } from 'node:timers/promises'
import { timeOfDay } from '../../contract/appointments/slot.ts'
import type { Day } from '../../contract/date.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import type { Queries } from '../db/database.ts'
import { type AppointmentPlace, appointmentsQuery } from './queries.ts'
import { writeDollars } from './send-csv.ts'

/** Rows read at a time. */
const pageRows = 500

export const appointmentColumns = [
  'Date',
  'Start',
  'End',
  'Treatment',
  'Patient',
  'E-mail',
  'Phone',
  'Status',
  'Price',
  'Paid',
  'Transaction',
  'Relation',
  'Booked by',
]

/** The appointments of a range of days, in the order of their time, read page by page. */
export async function* writeAppointmentsCsv(query: Queries, range: { from: Day; to: Day }) {
  let after: AppointmentPlace | null = null
  for (;;) {
    const page: Appointment[] = await appointmentsQuery(query, range, {
      after,
      limit: pageRows,
    }).execute()
    for (const appointment of page) yield writeRow(appointment)
    after = page.at(-1) ?? null
    if (page.length < pageRows) return
    // A fast reader asks for more within the same turn of the event loop.
    await nextTurn()
  }
}

function writeRow(appointment: Appointment): string[] {
  const { treatment, patient, patientName, phone, status, paid, transactionId, ...shown } =
    showStaffAppointment(appointment)
  const { day, startMinute, endMinute, priceCents } = appointment
  const times = [day, timeOfDay(startMinute), timeOfDay(endMinute)]
  const money = [writeDollars(priceCents), paid, transactionId ?? '']
  const family = [shown.dependent?.relation ?? '', shown.bookedBy ?? '']
  return [...times, treatment, patientName, patient ?? '', phone, status, ...money, ...family]
}
