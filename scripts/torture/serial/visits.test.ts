import { expect, test } from 'vitest'
import type { Day } from './day.ts'
import { findSerialOrder, type Timed } from './order.ts'
import { callsOfSeries, type VisitCall, visitRules } from './visits.ts'

const together = (calls: VisitCall[]): Timed<VisitCall>[] =>
  calls.map((call) => ({ call, from: 0, until: 9 }))

const [monday, tuesday, later] = ['2026-06-08 8:00', '2026-06-09 8:00', '2026-06-09 9:00']
const start: Day = {
  a: { revision: 0, cell: monday, who: 'Ann', status: 'booked', paid: false },
}
const fits = (...calls: VisitCall[]) => findSerialOrder(together(calls), start, visitRules).ok

const answered = (
  whole: boolean,
  cells: string[],
  ids: Record<string, string>,
  codes: Record<string, string> = {},
  who = 'Bob',
) => {
  const told = { ids: new Map(Object.entries(ids)), codes: new Map(Object.entries(codes)) }
  return callsOfSeries({ who, cells, together: whole }, told)
}
const right = (...asked: Parameters<typeof answered>) => fits(...(answered(...asked) ?? []))
const taken = 'slot_taken'

test('a series with `together` is booked whole or not at all', () => {
  const both = [monday, tuesday]
  expect(answered(true, both, { [tuesday]: 'b' }, { [monday]: taken })).toBe(null)
  expect(answered(true, both, { [tuesday]: 'b' })).toBe(null)
  expect(right(true, both, {}, { [monday]: taken })).toBe(true)
  expect(right(true, both, { [monday]: 'b', [tuesday]: 'c' })).toBe(false)
  expect(right(true, [tuesday], { [tuesday]: 'b' })).toBe(true)
  expect(right(true, [tuesday], {}, { [tuesday]: taken })).toBe(false)
})

test('without `together`, exactly the free visits of a series are booked', () => {
  const both = [monday, tuesday]
  expect(answered(false, both, {}, { [monday]: taken })).toBe(null)
  expect(right(false, both, { [tuesday]: 'b' }, { [monday]: taken })).toBe(true)
  expect(right(false, both, { [monday]: 'b' }, { [tuesday]: taken })).toBe(false)
  const cancel: VisitCall = { kind: 'cancel', id: 'a', revision: 0, answer: 'ok' }
  expect(fits(cancel, ...(answered(false, [monday], { [monday]: 'b' }) ?? []))).toBe(true)
})

test('a series books one visit per patient and day, and refuses the next even if the first is rolled back', () => {
  const day = [tuesday, later]
  const own = { [later]: 'already_booked' }
  expect(right(false, day, { [tuesday]: 'b' }, own)).toBe(true)
  expect(right(false, day, { [tuesday]: 'b', [later]: 'c' })).toBe(false)
  expect(right(true, day, {}, own)).toBe(true)
  expect(right(true, [later, tuesday], {}, own)).toBe(false)
})

test('when two series need the same time, one gets it', () => {
  const first = answered(true, [tuesday], { [tuesday]: 'b' }) ?? []
  const other = (ids: Record<string, string>, codes: Record<string, string>) =>
    answered(false, [tuesday], ids, codes, 'Cy') ?? []
  expect(fits(...first, ...other({ [tuesday]: 'c' }, {}))).toBe(false)
  expect(fits(...first, ...other({}, { [tuesday]: taken }))).toBe(true)
  const list = (...ids: string[]): VisitCall => {
    return { kind: 'list', who: 'Bob', own: Object.fromEntries(ids.map((id) => [id, tuesday])) }
  }
  expect(fits(...first, list('b'))).toBe(true)
  expect(fits(...first, list('c'))).toBe(false)
})
