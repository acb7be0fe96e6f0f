import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../contract/date.ts'
import { createClinicClock, readClinicTime, startOf, startOfDay } from './clock.ts'

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
const zone = fc.constantFrom(...zones)
const instant = fc.date({
  min: new Date('2025-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
})

test("today is the clinic's local date, as Intl computes it", () => {
  fc.assert(
    fc.property(instant, zone, (now, timeZone) => {
      const intl = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
      expect(readClinicTime(now, timeZone).today).toBe(intl)
    }),
  )
})

test('a slot counts as started from the instant of its start, and never becomes upcoming again', () => {
  fc.assert(
    fc.property(instant, zone, fc.nat(1439), (now, timeZone, minute) => {
      const { today, firstMinute } = readClinicTime(now, timeZone)
      const start = startOf(today, minute, timeZone)
      const later = readClinicTime(new Date(now.getTime() + 60_000), timeZone)
      if (later.today === today) expect(later.firstMinute).toBeGreaterThanOrEqual(firstMinute)
      // A time that daylight saving skips has no instant of its own.
      const shown = readClinicTime(new Date(start), timeZone)
      if (shown.today === today && shown.firstMinute === minute + 1) {
        expect(minute < firstMinute).toBe(start <= now.getTime())
      }
    }),
    { numRuns: 2000 },
  )
})

test('a day begins at its first instant, also where the clocks skip midnight or show it twice', () => {
  for (const timeZone of [
    'America/Santiago',
    'Africa/Cairo',
    'America/Havana',
    'America/New_York',
  ]) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, timeZone)
      const around = [start - 1, start].map((at) => readClinicTime(new Date(at), timeZone).today)
      expect(around, timeZone).toEqual([addDays(day, -1), day])
    }
  }
})

test('when New York sets its clocks back, one o’clock does not become bookable a second time', () => {
  const secondQuarterPastOne = new Date('2026-11-01T06:15:00Z')
  expect(readClinicTime(secondQuarterPastOne, 'America/New_York')).toMatchObject({
    today: '2026-11-01',
    firstMinute: 120,
  })
})

test('the clinic clock follows the clock it is given, forwards and backwards', () => {
  let now = new Date('2026-06-05T12:00:30Z')
  const read = createClinicClock(() => now, 'UTC')
  expect(read().firstMinute).toBe(721)
  now = new Date('2026-06-05T12:01:00Z')
  expect(read().firstMinute).toBe(722)
  now = new Date('2026-06-04T08:00:00Z')
  expect(read()).toMatchObject({ today: '2026-06-04', firstMinute: 481 })
})
