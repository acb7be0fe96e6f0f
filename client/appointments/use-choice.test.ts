import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../contract/date.ts'
import { readChoice, writeChoice } from './use-choice.ts'

const read = (query: string) => readChoice(new URLSearchParams(query))

describe('readChoice', () => {
  it('reads what is being booked', () => {
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

  it('reads a service to look for, and what was booked', () => {
    expect(read('service=Teeth Whitening')).toMatchObject({ service: 'Teeth Whitening' })
    expect(read('date=2026-11-24&booked=b1')).toMatchObject({ booked: 'b1', treatment: null })
  })

  it('has nothing chosen in a bare address', () => {
    const nothing = { day: null, treatment: null, slot: null, dependent: null }
    const none = { service: null, booked: null }
    expect(read('')).toEqual({ ...nothing, ...none, isDayWrong: false })
  })

  it.each(['date=', 'date=tomorrow', 'date=2026-02-30', 'date=2026-11-24T10:00'])(
    'notices that %s is no day',
    (query) => expect(read(query)).toMatchObject({ day: null, isDayWrong: true }),
  )

  it('ignores a slot and a dependent without a treatment', () => {
    expect(read('slot=8:00 AM - 8:30 AM&dependent=p1')).toMatchObject({
      slot: null,
      dependent: null,
    })
  })
})

it('reads back what it wrote and keeps the rest of the address', () => {
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
