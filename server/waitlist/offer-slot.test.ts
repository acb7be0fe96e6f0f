import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { dayParams, minutesTo } from '../appointments/slot-rules.ts'
import { readClinicTime, startOf } from '../clock.ts'
import { findExpiry } from './follow-change.ts'

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
]
/** Instants around a change of the clocks in most of these zones, and at any time of the year. */
const between = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
const instants = fc.oneof(
  between('2026-03-07T00:00:00Z', '2026-04-06T00:00:00Z'),
  between('2026-10-02T00:00:00Z', '2026-11-03T00:00:00Z'),
  between('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
)
const cases = fc.record({
  zone: fc.constantFrom(...zones),
  now: instants,
  ahead: fc.nat(3),
  quarter: fc.nat(95),
  offerMinutes: fc.integer({ min: 5, max: 1440 }),
  leadMinutes: fc.constantFrom(0, 30, 120, 1440, 2880),
})

test('in every zone and across clock changes, a slot can be booked until its offer ends', () => {
  let held = 0
  const property = fc.property(cases, ({ zone, now, ahead, quarter, ...rules }) => {
    const day = addDays(readClinicTime(now, zone).today, ahead)
    const startMinute = quarter * 15
    const expiresAt = findExpiry({ day, startMinute }, { ...rules, zone, now })
    expect(expiresAt.getTime() % 60_000).toBe(0)
    const made = readClinicTime(now, zone)
    const isEarly = made.firstMinute <= 8 * 60
    const isNight = isEarly || made.firstMinute > 21 * 60
    const morning = startOf(isEarly ? made.today : addDays(made.today, 1), 8 * 60, zone)
    const longest = (isNight ? morning : now.getTime()) + (rules.offerMinutes + 1) * 60_000
    expect(expiresAt.getTime()).toBeLessThan(longest)
    if (expiresAt <= now) return
    held += 1
    const lastMoment = new Date(expiresAt.getTime() - 1)
    const params = dayParams(day, readClinicTime(lastMoment, zone))
    expect(startMinute).toBeGreaterThanOrEqual(params.firstMinute)
    expect(minutesTo(startMinute, params)).toBeGreaterThanOrEqual(rules.leadMinutes)
  })
  fc.assert(property, { numRuns: 3_000 })
  expect(held).toBeGreaterThan(500)
})

test('the time to answer an offer made at night counts from eight in the morning', () => {
  const rules = { offerMinutes: 120, leadMinutes: 0, zone: 'America/New_York' }
  const heldFrom = (now: string) =>
    findExpiry(
      { day: '2026-06-12', startMinute: 540 },
      { ...rules, now: new Date(now) },
    ).toISOString()
  expect(heldFrom('2026-06-09T00:59:00Z')).toBe('2026-06-09T02:59:00.000Z')
  expect(heldFrom('2026-06-09T01:00:00Z')).toBe('2026-06-09T14:00:00.000Z')
  expect(heldFrom('2026-06-09T11:59:00Z')).toBe('2026-06-09T14:00:00.000Z')
  expect(heldFrom('2026-06-09T12:00:00Z')).toBe('2026-06-09T14:00:00.000Z')
})
