import type { StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { type Column, type ColumnSlot, emptySlots, liveOnes } from './free-slots.ts'

/** An appointment or an empty slot, in a lane of its column so that nothing lies over another. */
type Placed = {
  startMinute: number
  endMinute: number
  /** From 0. */
  lane: number
} & ({ kind: 'appointment'; appointment: StaffAppointment } | { kind: 'empty'; slot: ColumnSlot })

export type PlacedColumn = { column: Column; lanes: number; placed: Placed[]; booked: number }

/** A stretch of the day between two times at which something begins or ends. */
export type Stretch = { startMinute: number; minutes: number; isUsed: boolean; begins: boolean }

export type DayGrid = { columns: PlacedColumn[]; stretches: Stretch[] }

/** Where everything of a day stands: treatments side by side, time down. */
export function placeDay(day: StaffDay): DayGrid {
  const columns = day.columns.map((column) => placeColumn(column, day))
  const all = columns.flatMap(({ placed }) => placed)
  return { columns, stretches: stretchesOf(all) }
}

/** The row of a grid that begins at a time, from 1; the one after the last for the day's end. */
export function rowAt(stretches: readonly Stretch[], minute: number): number {
  const row = stretches.findIndex(({ startMinute }) => startMinute === minute)
  return (row < 0 ? stretches.length : row) + 1
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
