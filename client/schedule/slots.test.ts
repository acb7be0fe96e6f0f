import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import type { StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import {
  firstIn,
  isBookable,
  minuteAt,
  nextOpenDay,
  type OpenColumn,
  placeDay,
  placeOfMinute,
  rowAt,
  stillBooked,
} from './slots.ts'

const times = fc
  .tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 24 }))
  .map(([start, length]) => ({ startMinute: start * 5, endMinute: (start + length) * 5 }))

type Times = { startMinute: number; endMinute: number }

const slotOf = ({ startMinute, endMinute }: Times) =>
  formatSlot({ start: startMinute, end: endMinute })

function appointment(at: Times, n: number, status: StaffAppointment['status']): StaffAppointment {
  return {
    _id: `appointment-${n}`,
    revision: 1,
    treatmentId: 'cleaning',
    treatment: 'Teeth Cleaning',
    date: 'Jun 8, 2026',
    slot: slotOf(at),
    ...at,
    price: 99,
    patient: null,
    patientId: 'p1',
    patientName: 'Pat Doe',
    dependent: null,
    bookedBy: null,
    phone: '',
    status,
    arrivedAt: null,
    seatedAt: null,
    completedAt: null,
    noShowAt: null,
    confirmed: false,
    paid: 'no',
    paidByCard: 0,
    paidAtDesk: 0,
    paidInTest: 0,
    due: 99,
    transactionId: null,
    doctor: null,
    chair: null,
    busyUntilMinute: null,
  }
}

function dayOf(slots: Times[], appointments: StaffAppointment[]): StaffDay {
  const column = { _id: 'cleaning', name: 'Teeth Cleaning', price: 99, archived: false }
  return {
    date: 'Jun 8, 2026',
    closed: null,
    asked: [],
    alerts: {},
    doctors: [],
    chairs: [],
    holds: [],
    note: { text: '', revision: 0 },
    columns: [
      {
        ...column,
        slots: slots.map((at) => ({
          ...at,
          slot: slotOf(at),
          heldUntil: null,
          heldFor: null,
          free: null,
        })),
      },
    ],
    appointments,
  }
}

const statuses = fc.constantFrom('booked', 'arrived', 'seated', 'completed', 'no_show', 'cancelled')
const days = fc
  .record({
    slots: fc.uniqueArray(times, { selector: slotOf, maxLength: 20 }),
    taken: fc.array(fc.tuple(times, statuses), { maxLength: 20 }),
  })
  .map(({ slots, taken }) =>
    dayOf(
      slots,
      taken.map(([at, status], n) => appointment(at, n, status)),
    ),
  )

test('no two cells of a column overlap', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { placed = [], lanes = 1 } = placeDay(day).columns[0] ?? {}
      for (const [n, one] of placed.entries()) {
        expect(one.lane).toBeLessThan(lanes)
        for (const other of placed.slice(n + 1)) {
          const apart = one.endMinute <= other.startMinute || other.endMinute <= one.startMinute
          expect(one.lane !== other.lane || apart).toBe(true)
        }
      }
    }),
  )
})

test('each live appointment and each empty slot is placed once', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { columns, stretches } = placeDay(day)
      const placed = columns[0]?.placed ?? []
      const live = day.appointments.filter(({ status }) => status !== 'cancelled')
      const slots = day.columns[0]?.slots ?? []
      const held = new Set(live.map(({ slot }) => slot))
      // Of a time of its own, also those that it crosses.
      const outside = live.filter((one) => slots.every(({ slot }) => slot !== one.slot))
      const empty = slots.filter(
        ({ slot, startMinute, endMinute }) =>
          !held.has(slot) &&
          outside.every((one) => one.endMinute <= startMinute || endMinute <= one.startMinute),
      )
      expect(placed.filter(({ kind }) => kind === 'appointment')).toHaveLength(live.length)
      expect(placed.filter(({ kind }) => kind === 'empty')).toHaveLength(empty.length)
      for (const { startMinute, endMinute } of placed) {
        const rows = stretches.slice(
          rowAt(stretches, startMinute) - 1,
          rowAt(stretches, endMinute) - 1,
        )
        const minutes = rows.reduce((sum, row) => sum + row.minutes, 0)
        expect(minutes).toBe(endMinute - startMinute)
        expect(rows.every(({ isUsed }) => isUsed)).toBe(true)
      }
    }),
  )
})

test('a break in the day is an unused row', () => {
  const morning = { startMinute: 480, endMinute: 720 }
  const afternoon = { startMinute: 780, endMinute: 825 }
  const { stretches } = placeDay(dayOf([morning, afternoon], []))
  expect(stretches).toEqual([
    { startMinute: 480, minutes: 240, isUsed: true, begins: true },
    { startMinute: 720, minutes: 60, isUsed: false, begins: false },
    { startMinute: 780, minutes: 45, isUsed: true, begins: true },
  ])
})

const calendar = {
  timeZone: 'America/New_York',
  now: '2026-06-08T12:00:00.000Z',
  today: '2026-06-08',
  todayEnds: '2026-06-09T04:00:00.000Z',
  lastDay: '2026-09-06',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [{ day: '2026-06-19', reason: 'Juneteenth' }],
}

test("a slot of today can be booked until it begins on the clinic's clock", () => {
  const now = new Date('2026-06-08T13:30:00Z')
  expect(minuteAt(now, calendar.timeZone)).toBe(9 * 60 + 30)
  expect(minuteAt(new Date('2026-06-08T04:05:00Z'), calendar.timeZone)).toBe(5)
  expect(isBookable(calendar, { day: '2026-06-08', startMinute: 570 }, now)).toBe(false)
  expect(isBookable(calendar, { day: '2026-06-08', startMinute: 571 }, now)).toBe(true)
  expect(isBookable(calendar, { day: '2026-06-09', startMinute: 0 }, now)).toBe(true)
  expect(isBookable(calendar, { day: '2026-06-14', startMinute: 600 }, now)).toBe(false)
})

test('the next open day skips closures and weekly closed days', () => {
  const calendar = {
    ...{ timeZone: 'America/New_York', today: '2026-06-05', lastDay: '2026-12-02' },
    todayEnds: '2026-06-06T04:00:00.000Z',
    ...{ now: '2026-06-05T12:00:00Z', leadMinutes: 0 },
    ...{ closedWeekdays: [0], closures: [{ day: '2026-06-08', reason: 'Painters' }] },
  }
  expect(nextOpenDay(calendar, '2026-06-06')).toBe('2026-06-09')
  expect(nextOpenDay(calendar, '2026-06-09')).toBe('2026-06-10')
  const never = { ...calendar, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }
  expect(nextOpenDay(never, '2026-06-06')).toBe('2026-06-07')
})

test('a minute within the day maps to one grid row, and a minute outside its slots to none', () => {
  const at = (hour: number) => ({ startMinute: hour * 60, endMinute: hour * 60 + 60 })
  const { stretches } = placeDay(dayOf([at(8), at(9), at(13)], []))
  expect(placeOfMinute(stretches, 8 * 60)).toEqual({ row: 1, part: 0 })
  expect(placeOfMinute(stretches, 9 * 60 + 15)).toEqual({ row: 2, part: 0.25 })
  expect(placeOfMinute(stretches, 11 * 60 + 30)).toEqual({ row: 3, part: 0.5 })
  expect(placeOfMinute(stretches, 7 * 60 + 59)).toBeUndefined()
  expect(placeOfMinute(stretches, 14 * 60)).toBeUndefined()
})

test('what is left to settle on a closed day is booked and has not begun, as the server settles it', () => {
  const now = new Date('2026-06-08T13:30:00Z')
  const at = (startMinute: number) => ({ startMinute, endMinute: startMinute + 30 })
  const staffDay = dayOf(
    [],
    [
      appointment(at(570), 1, 'booked'),
      appointment(at(571), 2, 'booked'),
      appointment(at(600), 3, 'arrived'),
      appointment(at(600), 4, 'cancelled'),
    ],
  )
  const left = (day: string) => stillBooked(staffDay, { day, calendar, now }).map(({ _id }) => _id)
  expect(left('2026-06-07')).toEqual([])
  expect(left('2026-06-08')).toEqual(['appointment-2'])
  expect(left('2026-06-09')).toEqual(['appointment-1', 'appointment-2'])
})

test('an empty time proposes a treatment of its doctor that starts in it, else one from its beginning', () => {
  const treatment = (
    _id: string,
    minutes: number,
    starts: number[],
    archived = false,
  ): OpenColumn => ({
    ...{ _id, name: _id, price: 99, archived, minutes },
    slots: starts.map((startMinute) => {
      const time = { startMinute, endMinute: startMinute + minutes }
      return { slot: slotOf(time), ...time, ...{ free: true, heldFor: null, heldUntil: null } }
    }),
  })
  const columns = [
    treatment('old', 30, [600], true),
    treatment('crown', 60, [600, 720]),
    treatment('cleaning', 30, [570, 630]),
    treatment('surgery', 90, [615]),
  ]
  const ada = { treatments: ['old', 'crown', 'cleaning'] }
  const at = (startMinute: number, endMinute = startMinute + 30) =>
    firstIn({ startMinute, endMinute }, ada, columns)
  expect(at(600)).toEqual({ treatmentId: 'crown', slot: '10:00 AM - 11:00 AM' })
  expect(at(615, 660)).toEqual({ treatmentId: 'cleaning', slot: '10:30 AM - 11:00 AM' })
  expect(at(605, 630)).toEqual({ treatmentId: 'crown', slot: '10:05 AM - 11:05 AM' })
  expect(at(1400)).toEqual({ treatmentId: 'cleaning', slot: '11:20 PM - 11:50 PM' })
  expect(at(1430)).toBeNull()
  expect(firstIn({ startMinute: 600, endMinute: 630 }, { treatments: ['old'] }, columns)).toBeNull()
})
