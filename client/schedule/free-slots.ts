import type * as z from 'zod/mini'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import type {
  DayColumn,
  StaffAppointment,
  StaffDay,
} from '../../contract/schedule/staff-appointment.ts'
import { isBookable } from './open-days.ts'

export type Column = z.infer<typeof DayColumn>
export type ColumnSlot = Column['slots'][number]

/** The appointments that hold their slot. */
export function liveOnes(appointments: readonly StaffAppointment[]): StaffAppointment[] {
  return appointments.filter(({ state }) => state !== 'cancelled')
}

/** A column's slots that nobody holds, whether or not they can be booked any more. */
export function emptySlots(column: Column, { appointments }: StaffDay): ColumnSlot[] {
  const held = new Set(
    liveOnes(appointments)
      .filter(({ treatmentId }) => treatmentId === column._id)
      .map(({ slot }) => slot),
  )
  return column.archived ? [] : column.slots.filter(({ slot }) => !held.has(slot))
}

/** What staff can book on a day now: slots by treatment. */
export function bookableSlots(
  column: Column,
  staffDay: StaffDay,
  { day, calendar, now }: { day: Day; calendar: BookingCalendar; now: Date },
): ColumnSlot[] {
  return emptySlots(column, staffDay).filter(
    ({ startMinute, heldUntil }) =>
      heldUntil === null && isBookable(calendar, { day, startMinute }, now),
  )
}
