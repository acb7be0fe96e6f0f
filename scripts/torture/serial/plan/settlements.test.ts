import { expect, test } from 'vitest'
import { findSerialOrder } from '../order.ts'
import { type SettlementCall, type Settlements, settlementRules } from './settlements.ts'

const start: Settlements = { a: { revision: 1, way: null, answered: false } }
const together = (...calls: SettlementCall[]) =>
  fits(calls.map((call) => ({ call, from: 0, until: 9 })))
const inTurn = (...calls: SettlementCall[]) =>
  fits(calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 })))
const fits = (history: Parameters<typeof findSerialOrder<SettlementCall, Settlements>>[0]) =>
  findSerialOrder(history, start, settlementRules).ok

const settle = (way: 'ask' | 'cancel', revision: number, answer = 'ok'): SettlementCall => ({
  ...{ kind: 'settle', id: 'a', way, revision, answer },
})
const note = (answered: boolean, answer = 'ok'): SettlementCall => ({
  ...{ kind: 'note', id: 'a', answered, answer },
})
const again = (answer = 'ok'): SettlementCall => ({ kind: 'write again', id: 'a', answer })
const read = (way: string | null, answer: string): SettlementCall => ({
  ...{ kind: 'read', seen: { a: { way, answer } } },
})

test('when two decisions are based on one revision of an appointment, one succeeds', () => {
  expect(together(settle('ask', 1), settle('cancel', 1, 'appointment_changed'))).toBe(true)
  expect(together(settle('ask', 1), settle('cancel', 1))).toBe(false)
  expect(inTurn(settle('ask', 1), settle('cancel', 2), read('cancel', 'cancelled'))).toBe(true)
  expect(inTurn(settle('cancel', 1), settle('ask', 2, 'appointment_cancelled'))).toBe(true)
  expect(inTurn(settle('cancel', 1), settle('ask', 2))).toBe(false)
})

test('a patient who has answered gets no further mail until another decision asks again', () => {
  const asked = settle('ask', 1)
  expect(inTurn(again('already_answered'), asked, again(), read('ask', 'waiting'))).toBe(true)
  expect(inTurn(asked, note(true), again('already_answered'), read('ask', 'by_phone'))).toBe(true)
  expect(inTurn(asked, note(true), again())).toBe(false)
  expect(inTurn(asked, note(true), note(false), again())).toBe(true)
  expect(inTurn(asked, note(true), settle('ask', 2), read('ask', 'waiting'))).toBe(true)
  expect(inTurn(asked, note(true), read('ask', 'waiting'))).toBe(false)
  expect(inTurn(settle('cancel', 1), note(true))).toBe(false)
})
