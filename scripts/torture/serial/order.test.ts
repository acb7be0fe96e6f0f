import { expect, test } from 'vitest'
import { type Day, type DayCall, keyOf, step } from './day.ts'
import { findSerialOrder, type Timed } from './order.ts'

const rules = { step, keyOf }
const explain = (history: Timed<DayCall>[], start: Day = {}) =>
  findSerialOrder(history, start, rules).ok
const at = (from: number, until: number, call: DayCall): Timed<DayCall> => ({ call, from, until })

const cell = '2027-01-04 09:00'
const booked = { revision: 1, cell, who: 'jane', status: 'booked' as const, paid: false }
const book = (who: string, answer: string): DayCall => ({
  ...{ kind: 'book', who, cell, answer, id: who },
})
const cancel = (revision: number, answer: string): DayCall => ({
  ...{ kind: 'cancel', id: 'jane', revision, answer },
})
const pay = (revision: number, answer: string): DayCall =>
  ({ ...cancel(revision, answer), kind: 'pay' }) as DayCall
const free = (...cells: string[]): DayCall => ({ kind: 'free', cells: [cell], free: cells })

test('when two bookings of one time run concurrently, one succeeds, whichever was sent first', () => {
  expect(explain([at(0, 9, book('jane', 'slot_taken')), at(1, 8, book('bob', 'ok'))])).toBe(true)
  expect(explain([at(0, 9, book('jane', 'ok')), at(1, 8, book('bob', 'ok'))])).toBe(false)
})

test('a refusal is a violation if its reason arose only after the answer', () => {
  const late = [at(0, 1, book('jane', 'slot_taken')), at(2, 3, book('bob', 'ok'))]
  expect(explain(late)).toBe(false)
})

test('the second of two changes based on one revision is refused, and two successes are a lost update', () => {
  const day = { jane: booked }
  const refused = at(0, 9, cancel(1, 'appointment_changed'))
  expect(explain([refused, at(0, 9, pay(1, 'ok'))], day)).toBe(true)
  expect(explain([at(0, 9, cancel(1, 'ok')), at(0, 9, pay(1, 'ok'))], day)).toBe(false)
})

test('a read shows one moment between its call and its answer', () => {
  const day = { jane: booked }
  const during = at(2, 8, cancel(1, 'ok'))
  for (const seen of [free(), free(cell)]) expect(explain([during, at(3, 7, seen)], day)).toBe(true)
  expect(explain([during, at(0, 1, free(cell))], day)).toBe(false)
  expect(explain([during, at(9, 10, free())], day)).toBe(false)
  // Two contradicting reads during one call that changes once.
  expect(explain([during, at(3, 4, free(cell)), at(5, 6, free())], day)).toBe(false)
})

test('a read after a change shows the change', () => {
  const paid = { ...booked, revision: 2, paid: true }
  const read = (seen: typeof paid, from: number): Timed<DayCall> =>
    at(from, from + 1, { kind: 'read', id: 'jane', seen })
  const history = [at(0, 1, pay(1, 'ok')), read(paid, 2)]
  expect(explain(history, { jane: booked })).toBe(true)
  expect(explain([...history, read({ ...paid, revision: 1 }, 4)], { jane: booked })).toBe(false)
})

test('a patient’s list shows one moment, and only their own appointments', () => {
  const day = { jane: booked, bob: { ...booked, who: 'bob', cell: '2027-01-04 10:00' } }
  const list = (own: Record<string, string>): DayCall => ({ kind: 'list', who: 'jane', own })
  const during = at(2, 8, cancel(1, 'ok'))
  for (const own of [{}, { jane: cell }]) {
    expect(explain([during, at(3, 7, list(own))], day)).toBe(true)
  }
  expect(explain([during, at(9, 10, list({ jane: cell }))], day)).toBe(false)
  expect(explain([at(0, 1, list({}))], day)).toBe(false)
  expect(explain([at(0, 1, list({ jane: cell, bob: '2027-01-04 10:00' }))], day)).toBe(false)
  expect(explain([at(0, 1, list({ jane: '2027-01-04 10:00' }))], day)).toBe(false)
})

test('a call without an answer may have taken effect at any later time, or never', () => {
  const day = { jane: booked }
  const lost = at(0, Number.POSITIVE_INFINITY, cancel(1, 'unknown'))
  expect(explain([lost, at(5, 6, free())], day)).toBe(true)
  expect(explain([lost, at(5, 6, free(cell))], day)).toBe(true)
  expect(explain([lost, at(5, 6, free(cell)), at(7, 8, free())], day)).toBe(false)
})

test('a violation names the calls that fit nowhere', () => {
  const wrong = at(3, 4, book('bob', 'ok'))
  const found = findSerialOrder([at(0, 1, book('jane', 'ok')), wrong], {}, rules)
  expect(found).toEqual({ ok: false, stuck: [wrong.call] })
})

test('many correct concurrent reads cause no search when another call fits nowhere', () => {
  const looks = Array.from({ length: 40 }, () => at(0, 9, free(cell)))
  expect(explain([...looks, at(0, 9, book('jane', 'slot_taken'))])).toBe(false)
})
