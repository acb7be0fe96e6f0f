import type * as z from 'zod/mini'
import { formatSlot } from '../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { DoctorOnDay, Span } from '../../contract/schedule/day-parts.ts'
import type {
  DayColumn,
  StaffAppointment,
  StaffDay,
} from '../../contract/schedule/staff-appointment.ts'
import { offsetAt, whyUnpickable } from '../domain/clinic-time.ts'

export type Column = z.infer<typeof DayColumn>
/** With the slots that are left, and how long each of the treatment's takes. */
export type OpenColumn = Column & { minutes: number }
export type ColumnSlot = Column['slots'][number]

/** How far ahead an open day is looked for. */
const mostDaysAhead = 60

/** The next day on which the clinic is open; the very next one where it is closed for long. */
export function nextOpenDay(calendar: BookingCalendar, day: Day): Day {
  const closed = new Set(calendar.closures.map((closure) => closure.day))
  const next = Array.from({ length: mostDaysAhead }, (_, n) => addDays(day, n + 1))
  const isOpen = (one: Day) => !closed.has(one) && !calendar.closedWeekdays.includes(weekdayOf(one))
  return next.find(isOpen) ?? addDays(day, 1)
}

/** The appointments that are not cancelled. */
export function liveOnes(appointments: readonly StaffAppointment[]): StaffAppointment[] {
  return appointments.filter(({ status }) => status !== 'cancelled')
}

/** What is left to settle on a closed day, as the server decides it: booked appointments that have not begun. */
export function stillBooked(
  { appointments }: StaffDay,
  { day, calendar, now }: { day: Day; calendar: BookingCalendar; now: Date },
): StaffAppointment[] {
  return appointments.filter(
    ({ status, startMinute }) =>
      status === 'booked' && isAhead(calendar, { day, startMinute }, now),
  )
}

/**
 * A column's slots without an appointment, also those that can no longer be booked. One at a time of
 * its own takes the slots that it crosses. Where doctors decide, those for which one is free.
 */
function emptySlots(column: Column, { appointments }: StaffDay): ColumnSlot[] {
  const own = liveOnes(appointments).filter(({ treatmentId }) => treatmentId === column._id)
  const held = new Set(own.map(({ slot }) => slot))
  const outside = own.filter(({ slot }) => !column.slots.some((one) => one.slot === slot))
  const isCrossed = ({ startMinute, endMinute }: ColumnSlot) =>
    outside.some((one) => one.startMinute < endMinute && startMinute < one.endMinute)
  if (column.archived) return []
  return column.slots.filter((slot) => {
    if (slot.free !== null) return slot.free || slot.heldUntil !== null
    return !held.has(slot.slot) && !isCrossed(slot)
  })
}

/** How long a treatment takes: as its slots do, and half an hour where it has none. */
export function minutesOf({ slots: [first] }: Column): number {
  return first ? first.endMinute - first.startMinute : 30
}

/** The slots of a treatment that staff can book now. */
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

/** Those and what staff can only book against a rule: held slots, those of a closed or far day. */
export function openSlots(
  column: Column,
  staffDay: StaffDay,
  { day, calendar, now }: { day: Day; calendar: BookingCalendar; now: Date },
): ColumnSlot[] {
  return emptySlots(column, staffDay).filter((slot) => isAhead(calendar, { day, ...slot }, now))
}

/**
 * What an empty time of a doctor is most likely booked for: the first open slot of one of their
 * treatments that begins in it, else their first treatment from its very beginning.
 */
export function firstIn(
  { startMinute, endMinute }: Span,
  { treatments }: Pick<DoctorOnDay, 'treatments'>,
  columns: readonly OpenColumn[],
): { treatmentId: string; slot: string } | null {
  const own = columns.filter(({ _id, archived }) => !archived && treatments.includes(_id))
  const [first] = own
    .flatMap(({ _id, slots }) => slots.map((slot) => ({ ...slot, treatmentId: _id })))
    .filter((slot) => startMinute <= slot.startMinute && slot.startMinute < endMinute)
    .sort((a, b) => a.startMinute - b.startMinute)
  if (first) return { treatmentId: first.treatmentId, slot: first.slot }
  const any = own.find(({ minutes }) => startMinute + minutes <= 1440)
  if (!any) return null
  const slot = formatSlot({ start: startMinute, end: startMinute + any.minutes })
  return { treatmentId: any._id, slot }
}

/** Minutes since midnight on the clinic's clock. */
export function minuteAt(instant: Date, timeZone: string): number {
  const shown = instant.getTime() + offsetAt(instant.getTime(), timeZone)
  return Math.floor(shown / 60_000) % 1440
}

/** Whether a slot that begins at `startMinute` can still be booked at `now`. */
export function isBookable(
  calendar: BookingCalendar,
  { day, startMinute }: { day: Day; startMinute: number },
  now: Date,
): boolean {
  if (whyUnpickable(calendar, day) !== null) return false
  return isAhead(calendar, { day, startMinute }, now)
}

function isAhead(
  calendar: BookingCalendar,
  { day, startMinute }: { day: Day; startMinute: number },
  now: Date,
): boolean {
  if (day < calendar.today) return false
  return day > calendar.today || startMinute > minuteAt(now, calendar.timeZone)
}

/** An appointment or an empty slot, in a lane of its column so that nothing overlaps. */
type Placed = {
  startMinute: number
  endMinute: number
  /** From 0. */
  lane: number
} & ({ kind: 'appointment'; appointment: StaffAppointment } | { kind: 'empty'; slot: ColumnSlot })

export type PlacedColumn = { column: Column; lanes: number; placed: Placed[]; booked: number }

/** A part of the day between two times at which something begins or ends: a row of the grid. */
export type Stretch = { startMinute: number; minutes: number; isUsed: boolean; begins: boolean }

type DayGrid = { columns: PlacedColumn[]; stretches: Stretch[] }

/** The grid of a day: a column a treatment, time from top to bottom. */
export function placeDay(day: StaffDay): DayGrid {
  const columns = day.columns.map((column) => placeColumn(column, day))
  const all = columns.flatMap(({ placed }) => placed)
  return { columns, stretches: stretchesOf(all) }
}

/** The row that begins at a time, from 1; the row after the last for the end of the day. */
export function rowAt(stretches: readonly Stretch[], minute: number): number {
  const row = stretches.findIndex(({ startMinute }) => startMinute === minute)
  return (row < 0 ? stretches.length : row) + 1
}

/** The row that a minute of the day lies in, from 1, and how far down; `undefined` outside of them all. */
export function placeOfMinute(
  stretches: readonly Stretch[],
  minute: number,
): { row: number; part: number } | undefined {
  const row = stretches.findIndex(
    ({ startMinute, minutes }) => startMinute <= minute && minute < startMinute + minutes,
  )
  const stretch = stretches[row]
  return stretch && { row: row + 1, part: (minute - stretch.startMinute) / stretch.minutes }
}

function placeColumn(column: Column, day: StaffDay): PlacedColumn {
  const own = liveOnes(day.appointments).filter(({ treatmentId }) => treatmentId === column._id)
  const things = [
    ...own.map((appointment) => ({
      kind: 'appointment' as const,
      appointment,
      startMinute: appointment.startMinute,
      endMinute: appointment.endMinute,
    })),
    ...emptySlots(column, day).map((slot) => ({
      kind: 'empty' as const,
      slot,
      startMinute: slot.startMinute,
      endMinute: slot.endMinute,
    })),
  ].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute)

  const ends: number[] = []
  const placed = things.map((thing) => {
    const free = ends.findIndex((end) => end <= thing.startMinute)
    const lane = free < 0 ? ends.length : free
    ends[lane] = thing.endMinute
    return { ...thing, lane }
  })
  return { column, placed, lanes: Math.max(1, ends.length), booked: own.length }
}

function stretchesOf(all: readonly Placed[]): Stretch[] {
  const begins = new Set(all.map(({ startMinute }) => startMinute))
  const times = [...new Set([...begins, ...all.map(({ endMinute }) => endMinute)])]
  times.sort((a, b) => a - b)
  return times.slice(0, -1).map((startMinute, n) => {
    const endMinute = times[n + 1] ?? startMinute
    return {
      startMinute,
      minutes: endMinute - startMinute,
      isUsed: all.some((one) => one.startMinute < endMinute && one.endMinute > startMinute),
      begins: begins.has(startMinute),
    }
  })
}
