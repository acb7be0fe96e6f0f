import { expect, test } from 'vitest'
import { findSerialOrder } from '../order.ts'
import { type ClosureCall, type Closures, closureRules } from './closures.ts'

const booked = { day: 'mon', revision: 0, time: 0, live: true }
const start: Closures = {
  ...{ closed: { mon: true, tue: false }, appointments: { a: booked, b: booked } },
  ...{ asked: {}, begun: {} },
}
const fits = (calls: ClosureCall[], each: (at: number) => { from: number; until: number }) =>
  findSerialOrder(
    calls.map((call, at) => ({ call, ...each(at) })),
    start,
    closureRules,
  ).ok
const inTurn = (...calls: ClosureCall[]) =>
  fits(calls, (at) => ({ from: 2 * at, until: 2 * at + 1 }))
const together = (...calls: ClosureCall[]) => fits(calls, () => ({ from: 0, until: 9 }))

const ask = (token: string, ids: string[]): ClosureCall[] => [
  { kind: 'was closed', day: 'mon' },
  { kind: 'stood', token, day: 'mon', ids },
  { kind: 'asked', token },
]
const settle = (token: string, id: string): ClosureCall[] => [
  { kind: 'found', token, id },
  { kind: 'cancelled', token, id },
]
const count = (appointments: number, asked: number): ClosureCall => ({
  ...{ kind: 'count', day: 'mon', seen: { appointments, asked } },
})
const move = (revision: number, day: string, answer = 'ok'): ClosureCall => ({
  ...{ kind: 'move', id: 'a', revision, day, answer },
})
const close = (closed: boolean): ClosureCall => ({
  kind: 'close',
  day: 'mon',
  closed,
  answer: 'ok',
})

test('every patient on a closed day is asked once', () => {
  expect(inTurn(...ask('1', ['a', 'b']), count(2, 2))).toBe(true)
  expect(inTurn(...ask('1', ['a', 'b']), count(2, 1))).toBe(false)
  expect(inTurn(...ask('1', ['a']))).toBe(false)
  expect(inTurn({ kind: 'was empty', day: 'mon' })).toBe(false)
  expect(inTurn(close(false), ...ask('1', ['a', 'b']))).toBe(false)
})

test('a patient who was asked and rescheduled is asked again after returning to the closed day', () => {
  const [, stood, asked] = ask('1', ['a', 'b'])
  if (!stood || !asked) throw new Error('A settling reads and acts')
  expect(inTurn(stood, move(0, 'tue'), asked, count(1, 1))).toBe(true)
  expect(
    inTurn(stood, asked, close(false), move(0, 'tue'), move(1, 'mon'), close(true), count(2, 1)),
  ).toBe(true)
  expect(
    inTurn(stood, asked, close(false), move(0, 'tue'), move(1, 'mon'), close(true), count(2, 2)),
  ).toBe(false)
})

test('when an appointment on a closed day is cancelled twice concurrently, one cancellation succeeds', () => {
  expect(together(...settle('1', 'a'), ...settle('2', 'a'))).toBe(false)
  expect(together(...settle('1', 'a'), { kind: 'passed', id: 'a', day: 'mon' })).toBe(true)
  expect(inTurn({ kind: 'passed', id: 'a', day: 'mon' })).toBe(false)
  expect(inTurn(close(false), ...settle('1', 'a'))).toBe(false)
  expect(inTurn(move(0, 'tue'), ...settle('1', 'a'))).toBe(false)
  expect(together(...settle('1', 'a'), move(0, 'tue', 'appointment_cancelled'))).toBe(true)
  expect(together(...settle('1', 'a'), move(0, 'tue'))).toBe(false)
})
