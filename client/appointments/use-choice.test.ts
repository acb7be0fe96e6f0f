import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays } from '../../contract/date.ts'
import { dayInstead, noteOf, readChoice, writeChoice } from './use-choice.ts'

const read = (query: string) => readChoice(new URLSearchParams(query))

describe('readChoice', () => {
  it('reads the day, treatment, slot and dependent of a booking', () => {
    expect(read('date=2026-11-24&treatment=t1&slot=8:00 AM - 8:30 AM&dependent=p1')).toEqual({
      day: '2026-11-24',
      isDayWrong: false,
      treatment: 't1',
      slot: '8:00 AM - 8:30 AM',
      dependent: 'p1',
      service: null,
      booked: null,
    })
  })

  it('reads the requested service and the booked appointment', () => {
    expect(read('service=Teeth Whitening')).toMatchObject({ service: 'Teeth Whitening' })
    expect(read('date=2026-11-24&booked=b1')).toMatchObject({ booked: 'b1', treatment: null })
  })

  it('reads no choice from an empty query', () => {
    const nothing = { day: null, treatment: null, slot: null, dependent: null }
    const none = { service: null, booked: null }
    expect(read('')).toEqual({ ...nothing, ...none, isDayWrong: false })
  })

  it.each(['date=', 'date=tomorrow', 'date=2026-02-30', 'date=2026-11-24T10:00'])(
    'reports %s as an invalid day',
    (query) => expect(read(query)).toMatchObject({ day: null, isDayWrong: true }),
  )

  it('ignores a slot and a dependent without a treatment', () => {
    expect(read('slot=8:00 AM - 8:30 AM&dependent=p1')).toMatchObject({
      slot: null,
      dependent: null,
    })
  })
})

it('reads back a written choice and preserves other query parameters', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' })
  const choices = fc.record({
    day: fc.option(fc.nat(20_000).map((n) => addDays('1990-01-01', n))),
    treatment: fc.option(text),
    slot: fc.option(text),
    dependent: fc.option(text),
    service: fc.option(text),
    booked: fc.option(text),
  })
  fc.assert(
    fc.property(choices, choices, (before, choice) => {
      const start = writeChoice(new URLSearchParams({ from: 'mail' }), before)
      const query = new URLSearchParams(writeChoice(start, choice).toString())
      expect(query.get('from')).toBe('mail')
      expect(readChoice(query)).toEqual({
        ...choice,
        slot: choice.treatment && choice.slot,
        dependent: choice.treatment && choice.dependent,
        service: choice.treatment ? null : choice.service,
        booked: choice.treatment ? null : choice.booked,
        isDayWrong: false,
      })
    }),
  )
})

const clinic: BookingCalendar = {
  timeZone: 'America/New_York',
  now: '2026-11-22T15:00:00.000Z',
  today: '2026-11-22',
  todayEnds: '2026-11-23T05:00:00.000Z',
  lastDay: '2027-05-21',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [{ day: '2026-11-26', reason: 'Thanksgiving' }],
}

it.each([
  ['2026-12-01', null],
  ['2026-11-20', 'Nov 20, 2026 has passed. We show you Nov 24, 2026 instead.'],
  ['2026-11-29', 'We are closed on Nov 29, 2026. We show you Nov 24, 2026 instead.'],
  ['2026-11-26', 'We are closed on Nov 26, 2026: Thanksgiving. We show you Nov 24, 2026 instead.'],
  [
    '2027-06-01',
    'Jun 1, 2027 is too far ahead: you can book up to May 21, 2027. We show you Nov 24, 2026 instead.',
  ],
])('explains why %s is not shown', (day, note) => {
  expect(noteOf('en', clinic, { day, isDayWrong: false }, '2026-11-24')).toBe(note)
})

it('reports a date in the address that cannot be read', () => {
  expect(noteOf('en', clinic, { day: null, isDayWrong: true }, '2026-11-24')).toBe(
    'We could not read the date in this address. We show you Nov 24, 2026 instead.',
  )
  expect(noteOf('en', clinic, { day: null, isDayWrong: false }, '2026-11-24')).toBeNull()
})

it('falls back to the first free day, or else to a day that can be picked', () => {
  expect(dayInstead(clinic, '2026-11-26', '2026-11-30')).toBe('2026-11-30')
  expect(dayInstead(clinic, null, null)).toBe('2026-11-23')
  expect(dayInstead(clinic, '2026-11-26', null)).toBe('2026-11-27')
  expect(dayInstead(clinic, '2027-06-01', null)).toBe('2026-11-23')
})

it('has no day to show at a clinic that is always closed', () => {
  const shut = { ...clinic, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }
  expect(dayInstead(shut, '2026-12-01', null)).toBeNull()
})
