import type { Day } from '../../../contract/date.ts'
import type { DayHold, DoctorOnDay, Span } from '../../../contract/schedule/day-parts.ts'
import type { DoctorWeek } from '../../../contract/schedule/endpoints.ts'
import type {
  Closing,
  StaffAppointment,
  StaffDay,
} from '../../../contract/schedule/staff-appointment.ts'
import { liveOnes } from '../slots.ts'

/** Where what is moved into a column goes. */
export type Place = { day: Day; doctor?: string; chair?: string }

export type TeamColumn = {
  key: string
  /** The doctor's or chair's name; '' for a day of a week and for appointments that have none. */
  name: string
  day: Day
  /** `null`: nothing is moved there. */
  place: Place | null
  /** The hours of the column's doctor; `null` if it has none. */
  hours: readonly Span[] | null
  off: string | null
  closed: Closing | null
  blocks: DoctorOnDay['blocks']
  appointments: readonly StaffAppointment[]
  holds: readonly DayHold[]
}

/** A column a doctor of the day, and one for appointments without a doctor. */
export function doctorColumns(day: Day, staffDay: StaffDay): TeamColumn[] {
  const live = liveOnes(staffDay.appointments)
  const isThere = ({ _id, hours, off, blocks }: DoctorOnDay) =>
    hours.length > 0 ||
    off !== null ||
    blocks.length > 0 ||
    live.some(({ doctor }) => doctor?._id === _id)
  const there = staffDay.doctors.filter(isThere)
  return [
    ...(there.length > 0 ? there : staffDay.doctors).map(({ _id, name, hours, off, blocks }) => ({
      ...{ key: _id, name, day, place: { day, doctor: _id }, hours, off, blocks, closed: null },
      appointments: live.filter(({ doctor }) => doctor?._id === _id),
      holds: staffDay.holds.filter(({ doctor }) => doctor === _id),
    })),
    ...rest(
      day,
      live.filter(({ doctor }) => doctor === null),
    ),
  ]
}

/** A column a chair, and one for what takes place in none. */
export function chairColumns(day: Day, staffDay: StaffDay): TeamColumn[] {
  const live = liveOnes(staffDay.appointments)
  return [
    ...staffDay.chairs.map(({ _id, name }) => ({
      ...{ key: _id, name, day, place: { day, chair: _id }, hours: null, off: null, blocks: [] },
      closed: null,
      appointments: live.filter(({ chair }) => chair === _id),
      holds: staffDay.holds.filter(({ chair }) => chair === _id),
    })),
    ...rest(
      day,
      live.filter(({ chair }) => chair === null),
    ),
  ]
}

/** A column a day of a doctor's week. */
export function weekColumns({ doctor, days }: DoctorWeek): TeamColumn[] {
  return days.map(({ day, closed, on: { hours, off, blocks }, appointments, holds }) => ({
    ...{ key: day, name: '', day, place: { day, doctor: doctor._id } },
    ...{ hours, off, closed, blocks, appointments, holds },
  }))
}

function rest(day: Day, appointments: readonly StaffAppointment[]): TeamColumn[] {
  if (appointments.length === 0) return []
  const nothing = { place: null, hours: null, off: null, closed: null, blocks: [], holds: [] }
  return [{ key: 'nobody', name: '', day, ...nothing, appointments }]
}

/** What a day is shown from and to, in whole hours: all hours and all that is on it. */
export function rangeOf(columns: readonly TeamColumn[]): Span {
  const all = columns.flatMap(({ hours, blocks, appointments, holds }) => [
    ...(hours ?? []),
    ...blocks,
    ...appointments.map(busyOf),
    ...holds,
  ])
  if (all.length === 0) return { startMinute: 480, endMinute: 1080 }
  const start = Math.min(...all.map(({ startMinute }) => startMinute))
  const end = Math.max(...all.map(({ endMinute }) => endMinute))
  return { startMinute: Math.floor(start / 60) * 60, endMinute: Math.ceil(end / 60) * 60 }
}

/** Where a time lies in a column that is drawn from and to: parts of its height. */
export function placeIn(range: Span, { startMinute, endMinute }: Span) {
  const whole = range.endMinute - range.startMinute
  const percent = (minutes: number) => `${(100 * minutes) / whole}%`
  return {
    top: percent(startMinute - range.startMinute),
    height: percent(endMinute - startMinute),
  }
}

/** How long an appointment occupies its doctor, with the buffer after it. */
export function busyOf({ startMinute, endMinute, busyUntilMinute }: StaffAppointment): Span {
  return { startMinute, endMinute: Math.min(1440, busyUntilMinute ?? endMinute) }
}

/** Something in its lane of those that its neighbours in time take up. */
type Laid<T> = { item: T; lane: number; lanes: number }

/** Puts what is at one time side by side; what has a time for itself has the whole width. */
export function layOut<T extends Span>(items: readonly T[]): Laid<T>[] {
  const sorted = [...items].sort(
    (a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute,
  )
  const laid: Laid<T>[] = []
  let group: Laid<T>[] = []
  let ends: number[] = []
  for (const item of sorted) {
    if (ends.every((end) => end <= item.startMinute)) {
      group = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= item.startMinute)
    const lane = free < 0 ? ends.length : free
    ends[lane] = item.endMinute
    const one = { item, lane, lanes: 1 }
    group.push(one)
    laid.push(one)
    for (const each of group) each.lanes = ends.length
  }
  return laid
}

const overlap = (a: Span, b: Span) => a.startMinute < b.endMinute && b.startMinute < a.endMinute

/** What would be in the way of an appointment in a column at a time; the first alone cannot be. */
type InTheWay = 'busy' | 'held' | 'blocked' | 'off' | 'closed'

export function findInTheWay(
  { hours, closed, blocks, appointments, holds }: TeamColumn,
  moved: StaffAppointment,
  to: Span,
): InTheWay | null {
  const buffer = (moved.busyUntilMinute ?? moved.endMinute) - moved.endMinute
  const busy = { ...to, endMinute: to.endMinute + buffer }
  const others = appointments.filter(({ _id }) => _id !== moved._id)
  if (others.some((one) => overlap(busyOf(one), busy))) return 'busy'
  if (closed) return 'closed'
  if (holds.some((hold) => overlap(hold, busy))) return 'held'
  if (blocks.some((block) => overlap(block, to))) return 'blocked'
  const isIn = ({ startMinute, endMinute }: Span) =>
    startMinute <= to.startMinute && to.endMinute <= endMinute
  return hours && !hours.some(isIn) ? 'off' : null
}

/** Minutes: a start of the treatment that is nearer than this is meant. */
const pull = 15

type Length = Pick<StaffAppointment, 'startMinute' | 'endMinute'>

/** The time that a pointer at a minute means: a start of its treatment near by, else a quarter of an hour. */
export function snap(minute: number, own: Length, slots: readonly Span[]): Span {
  const nearest = [...slots].sort(
    (a, b) => Math.abs(a.startMinute - minute) - Math.abs(b.startMinute - minute),
  )[0]
  if (nearest && Math.abs(nearest.startMinute - minute) <= pull) return bare(nearest)
  return within(Math.round(minute / 15) * 15, own)
}

/** The next start of the treatment in a direction; by five minutes where `fine`. */
export function step(
  from: Span,
  direction: 1 | -1,
  { own, slots, fine }: { own: Length; slots: readonly Span[]; fine: boolean },
): Span {
  const ahead = slots
    .filter(({ startMinute }) => (startMinute - from.startMinute) * direction > 0)
    .sort((a, b) => (a.startMinute - b.startMinute) * direction)[0]
  if (!fine && ahead) return bare(ahead)
  return within(from.startMinute + direction * (fine || slots.length > 0 ? 5 : 15), own)
}

function bare({ startMinute, endMinute }: Span): Span {
  return { startMinute, endMinute }
}

/** As long as the appointment is, within the day. */
function within(start: number, { startMinute, endMinute }: Length): Span {
  const length = endMinute - startMinute
  const from = Math.min(Math.max(0, start), 1440 - length)
  return { startMinute: from, endMinute: from + length }
}

/** Minutes: what a press on an empty place selects, and how fine a selection is. */
const pressed = 30
const grain = 15

/**
 * The empty time in a column that a press at one minute, drawn to another, selects; `null` where
 * something is there. It ends at what comes next.
 */
export function selectEmpty(column: TeamColumn, from: number, to = from): Span | null {
  const taken = [...column.blocks, ...column.appointments.map(busyOf), ...column.holds]
  if (taken.some((one) => one.startMinute <= from && from < one.endMinute)) return null
  const before = Math.max(
    0,
    ...taken.map(({ endMinute }) => endMinute).filter((end) => end <= from),
  )
  const after = Math.min(
    1440,
    ...taken.map(({ startMinute }) => startMinute).filter((start) => start > from),
  )
  const [first, last] = from <= to ? [from, to] : [to, from]
  const start = Math.floor(first / grain) * grain
  const end = Math.max(
    Math.ceil(last / grain) * grain,
    to === from ? start + pressed : start + grain,
  )
  const span = { startMinute: Math.max(before, start), endMinute: Math.min(after, end) }
  return span.startMinute < span.endMinute ? span : null
}
