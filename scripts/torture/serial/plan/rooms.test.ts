import { expect, test } from 'vitest'
import { findSerialOrder } from '../order.ts'
import { type Fields, type RecordCall, type Records, recordRules } from '../records.ts'

const start: Records = {
  'treatment a': { revision: 1, fields: { price: '1', archived: 'false' }, gone: false },
}
const fits = (...calls: RecordCall[]) => {
  const history = calls.map((call) => ({ call, from: 0, until: 9 }))
  return findSerialOrder(history, start, recordRules({ treatment: { gone: [] } })).ok
}
const on = { space: 'treatment', id: 'a', revision: null, answer: 'ok' } as const
const price = (to: string, now: number, shown: Fields): RecordCall => ({
  ...{ ...on, kind: 'change', set: { price: to }, now, shown },
})
const archive = (now: number, shown: Fields): RecordCall => ({
  ...{ ...on, kind: 'change', set: { archived: 'true' }, isUncounted: true, now, shown },
})

test('an answer shows the result of its own change, not of a later one', () => {
  const mine = { price: '2', archived: 'false' }
  const other = { price: '3', archived: 'false' }
  expect(fits(price('2', 2, mine), price('3', 3, other))).toBe(true)
  expect(fits(price('2', 3, other), price('3', 3, other))).toBe(false)
  expect(fits(price('2', 2, other), price('3', 3, other))).toBe(false)
})

test('an archived record has the same revision as before', () => {
  expect(fits(archive(1, { price: '1', archived: 'true' }))).toBe(true)
  expect(fits(archive(2, { price: '1', archived: 'true' }))).toBe(false)
  const changed = price('2', 2, { price: '2', archived: 'false' })
  expect(fits(archive(2, { price: '2', archived: 'true' }), changed)).toBe(true)
  expect(fits(archive(2, { price: '1', archived: 'true' }), changed)).toBe(false)
})

test('a list shows each record with the matching revision', () => {
  const list = (revision: number, shown: string): RecordCall => ({
    ...{ kind: 'list', space: 'treatment', revisions: { a: revision } },
    seen: { a: { price: shown, archived: 'false' } },
  })
  const changed = price('2', 2, { price: '2', archived: 'false' })
  expect(fits(list(1, '1'), changed, list(2, '2'))).toBe(true)
  expect(fits(list(1, '2'), changed)).toBe(false)
  expect(fits(list(2, '1'), changed)).toBe(false)
})
