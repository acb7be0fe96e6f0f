import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import type { StaffAppointment, StaffDay } from '../../../contract/schedule/staff-appointment.ts'
import { minuteAt } from '../slots.ts'
import {
  busyOf,
  chairColumns,
  doctorColumns,
  findInTheWay,
  layOut,
  rangeOf,
  selectEmpty,
  snap,
  step,
  type TeamColumn,
} from './team-columns.ts'

const times = fc
  .tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 24 }))
  .map(([start, length]) => ({
    startMinute: start * 5,
    endMinute: Math.min(1440, (start + length) * 5),
  }))

const overlaps = (a: Span, b: Span) => a.startMinute < b.endMinute && b.startMinute < a.endMinute

const span = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })

function appointment(at: Span, part: Partial<StaffAppointment> = {}): StaffAppointment {
  return {
    ...{ _id: 'one', revision: 0, treatmentId: 'cleaning', treatment: 'Teeth Cleaning' },
    ...{ date: 'Jun 8, 2026', slot: '', price: 59, patient: null, patientName: 'Pat Doe' },
    ...{ patientId: 'p1', dependent: null, bookedBy: null, phone: '', status: 'booked' },
    ...{ arrivedAt: null, seatedAt: null, completedAt: null, noShowAt: null, confirmed: false },
    ...{ paid: 'no', paidByCard: 0, paidAtDesk: 0, paidInTest: 0, due: 59, transactionId: null },
    ...{ doctor: null, chair: null, busyUntilMinute: null },
    ...at,
    ...part,
  }
}

const ada = { _id: 'ada', name: 'Ada' }

function column(part: Partial<TeamColumn>): TeamColumn {
  return {
    ...{ key: 'ada', name: 'Ada', day: '2026-06-08', place: { day: '2026-06-08', doctor: 'ada' } },
    ...{ hours: [span(540, 720), span(780, 1020)], off: null, closed: null },
    ...{ blocks: [], appointments: [], holds: [], ...part },
  }
}

test('overlapping items stand side by side, and items without an overlap take the full width', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 60 }), (all) => {
      const laid = layOut(all)
      expect(laid.map(({ item }) => item).toSorted(byTime)).toEqual(all.toSorted(byTime))
      for (const [n, one] of laid.entries()) {
        expect(one.lane).toBeLessThan(one.lanes)
        const others = laid.filter((_, m) => m !== n)
        for (const other of others.filter((each) => overlaps(each.item, one.item))) {
          expect(other.lane).not.toBe(one.lane)
          // Lanes of one width, or they would lie over each other all the same.
          expect(other.lanes).toBe(one.lanes)
        }
        if (!others.some((each) => overlaps(each.item, one.item))) expect(one.lanes).toBe(1)
      }
    }),
    { numRuns: 300 },
  )
})

const byTime = (a: Span, b: Span) => a.startMinute - b.startMinute || a.endMinute - b.endMinute

test('the range of a day covers everything on it in whole hours', () => {
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 20 }), times, (all, hours) => {
      const appointments = all.map((at) =>
        appointment(at, { busyUntilMinute: Math.min(1440, at.endMinute + 10) }),
      )
      const range = rangeOf([column({ hours: [hours], appointments })])
      expect([range.startMinute % 60, range.endMinute % 60]).toEqual([0, 0])
      for (const one of [...appointments.map(busyOf), hours]) {
        expect(one.startMinute).toBeGreaterThanOrEqual(range.startMinute)
        expect(one.endMinute).toBeLessThanOrEqual(range.endMinute)
      }
    }),
  )
  expect(rangeOf([column({ hours: [] })])).toEqual(span(480, 1080))
})

/** A day with three doctors, two chairs and an appointment that has neither. */
const staffDay: StaffDay = {
  ...{ date: 'Jun 8, 2026', closed: null, asked: [], columns: [], alerts: {} },
  appointments: [
    appointment(span(540, 570), { _id: 'a', doctor: ada, chair: 'door' }),
    appointment(span(540, 570), { _id: 'gone', doctor: ada, status: 'cancelled' }),
    appointment(span(600, 630), { _id: 'b' }),
  ],
  doctors: [
    { ...ada, treatments: [], hours: [span(540, 720)], off: null, blocks: [] },
    { _id: 'bo', name: 'Bo', treatments: [], hours: [], off: null, blocks: [] },
    { _id: 'cy', name: 'Cy', treatments: [], hours: [], off: 'Conference', blocks: [] },
  ],
  chairs: [
    { _id: 'window', name: 'Window' },
    { _id: 'door', name: 'Door' },
  ],
  holds: [
    {
      ...{ _id: 'h', treatment: 'Teeth Cleaning', doctor: 'ada', chair: 'window', until: '' },
      ...{ patientName: 'Wai', ...span(660, 690) },
    },
  ],
  note: { text: '', revision: 0 },
}

const shown = (columns: readonly TeamColumn[]) =>
  columns.map(({ key, appointments, holds }) => [
    key,
    ...[...appointments, ...holds].map(({ _id }) => _id),
  ])

test('a day has a column for each expected doctor, or each chair, and one for unassigned appointments', () => {
  const columns = doctorColumns('2026-06-08', staffDay)
  expect(shown(columns)).toEqual([['ada', 'a', 'h'], ['cy'], ['nobody', 'b']])
  expect(columns.map(({ place }) => place)).toEqual([
    { day: '2026-06-08', doctor: 'ada' },
    { day: '2026-06-08', doctor: 'cy' },
    null,
  ])
  const allOff = { ...staffDay, appointments: [], doctors: staffDay.doctors.slice(1, 2) }
  expect(shown(doctorColumns('2026-06-08', allOff))).toEqual([['bo']])
  expect(shown(chairColumns('2026-06-08', staffDay))).toEqual([
    ['window', 'h'],
    ['door', 'a'],
    ['nobody', 'b'],
  ])
})

test('conflicts of a rescheduled appointment include buffers on both sides, holds, blocks and closures, not itself', () => {
  const moved = appointment(span(540, 570), { _id: 'm', busyUntilMinute: 580 })
  const other = appointment(span(600, 630), { _id: 'o', busyUntilMinute: 640 })
  const [hold] = staffDay.holds
  const day = column({
    appointments: [moved, other],
    blocks: [{ ...span(840, 870), reason: 'Meeting' }],
    holds: hold ? [hold] : [],
  })
  const at = (start: number, where = day) => findInTheWay(where, moved, span(start, start + 30))
  expect(at(545)).toBeNull()
  expect(at(560)).toBeNull()
  expect(at(565)).toBe('busy')
  expect(at(635)).toBe('busy')
  expect(at(640)).toBe('held')
  expect(at(690)).toBeNull()
  expect(at(700)).toBe('off')
  expect(at(850)).toBe('blocked')
  expect(at(870)).toBeNull()
  expect(at(870, { ...day, closed: { code: 'closed_weekday' } })).toBe('closed')
  expect(at(100, { ...day, hours: null })).toBeNull()
})

const slots = [span(540, 570), span(570, 600), span(660, 690)]
const own = span(540, 585)

test('a pointer snaps to a nearby start of the treatment, else to a quarter of an hour', () => {
  expect(snap(548, own, slots)).toEqual(span(540, 570))
  expect(snap(556, own, slots)).toEqual(span(570, 600))
  expect(snap(614, own, slots)).toEqual(span(615, 660))
  expect(snap(1438, own, slots)).toEqual(span(1395, 1440))
  expect(snap(-20, own, [])).toEqual(span(0, 45))
  fc.assert(
    fc.property(fc.integer({ min: -60, max: 1500 }), times, fc.array(times), (minute, at, all) => {
      const { startMinute, endMinute } = snap(minute, at, all)
      expect(startMinute).toBeGreaterThanOrEqual(0)
      expect(endMinute).toBeLessThanOrEqual(1440)
      expect(endMinute).toBeGreaterThan(startMinute)
    }),
  )
})

test('arrow keys step between the treatment’s starts, and past them or with Shift by some minutes', () => {
  const go = (from: Span, direction: 1 | -1, fine = false) =>
    step(from, direction, { own, slots, fine })
  expect(go(span(540, 570), 1)).toEqual(span(570, 600))
  expect(go(span(600, 645), -1)).toEqual(span(570, 600))
  expect(go(span(570, 600), 1)).toEqual(span(660, 690))
  expect(go(span(660, 690), 1)).toEqual(span(665, 710))
  expect(go(span(540, 570), 1, true)).toEqual(span(545, 590))
  expect(go(span(0, 45), -1, true)).toEqual(span(0, 45))
  expect(step(span(540, 570), 1, { own, slots: [], fine: false })).toEqual(span(555, 600))
})

test('a press selects half an hour, a drag selects quarter hours, and neither overlaps existing entries', () => {
  const day = column({
    appointments: [appointment(span(600, 630), { busyUntilMinute: 640 })],
    blocks: [{ ...span(700, 720), reason: '' }],
  })
  expect(selectEmpty(day, 548)).toEqual(span(540, 570))
  expect(selectEmpty(day, 590)).toEqual(span(585, 600))
  expect(selectEmpty(day, 635)).toBeNull()
  expect(selectEmpty(day, 642)).toEqual(span(640, 660))
  expect(selectEmpty(day, 650, 760)).toEqual(span(645, 700))
  expect(selectEmpty(day, 690, 500)).toEqual(span(640, 690))
  expect(selectEmpty(day, 800, 846)).toEqual(span(795, 855))
  fc.assert(
    fc.property(times, fc.integer({ max: 1439, min: 0 }), fc.nat(1439), (at, from, to) => {
      const busy = appointment(at)
      const found = selectEmpty(column({ appointments: [busy] }), from, to)
      if (found) expect(overlaps(found, at)).toBe(false)
    }),
  )
})

test('the line for the current time follows the clinic’s clock, also on days with a clock change', () => {
  const zone = 'America/New_York'
  const at = (utc: string) => minuteAt(new Date(utc), zone)
  // On March 8, 2026 two o'clock is skipped; on November 1 one o'clock comes twice.
  expect(at('2026-03-08T06:59:00Z')).toBe(119)
  expect(at('2026-03-08T07:00:00Z')).toBe(180)
  expect(at('2026-03-08T13:00:00Z')).toBe(540)
  expect(at('2026-11-01T05:30:00Z')).toBe(90)
  expect(at('2026-11-01T06:30:00Z')).toBe(90)
  expect(at('2026-11-01T14:00:00Z')).toBe(540)
})
