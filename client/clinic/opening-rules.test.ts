import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemsOf } from '../forms/problems.ts'
import { draftOf, readRules } from './opening-rules.ts'

const rules = fc.record({
  closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })).map((days) => days.toSorted()),
  horizonDays: fc.integer({ min: 1, max: 730 }),
  leadMinutes: fc.integer({ min: 0, max: 14 * 24 * 60 }),
})

it('saved rules go through the form unchanged', () => {
  fc.assert(
    fc.property(rules, (saved) => {
      expect(readRules(draftOf(saved), 'en')).toEqual({ ok: true, values: saved })
    }),
  )
})

const draft = { closedWeekdays: [0], horizonDays: '180', leadHours: '2', leadMinutes: '0' }

it.each([
  [{ horizonDays: '731' }, 'horizonDays'],
  [{ horizonDays: '' }, 'horizonDays'],
  [{ horizonDays: 'a year' }, 'horizonDays'],
  [{ leadHours: '337' }, 'leadHours'],
  [{ leadHours: '336', leadMinutes: '1' }, 'leadHours'],
  [{ leadHours: '1.5' }, 'leadHours'],
  [{ leadMinutes: '60' }, 'leadMinutes'],
])('refuses %j at its field', (part, field) => {
  expect(Object.keys(problemsOf(readRules({ ...draft, ...part }, 'en')))).toEqual([field])
})

it('an empty minimum notice is read as zero', () => {
  const read = readRules({ ...draft, leadHours: '', leadMinutes: '' }, 'en')
  expect(read).toMatchObject({ values: { leadMinutes: 0 } })
})
