import { expect, test } from 'vitest'
import { type CardCall, cardRules, type Till } from './cards.ts'
import { findSerialOrder, type Timed } from './order.ts'

const inTurn = (...calls: CardCall[]): Timed<CardCall>[] =>
  calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 }))
const together = (...calls: CardCall[]): Timed<CardCall>[] =>
  calls.map((call) => ({ call, from: 0, until: 1 }))
const fits = (history: Timed<CardCall>[], start: Till = {}) =>
  findSerialOrder(history, start, cardRules).ok

const paid: Till = { p: { of: 'a', status: 'succeeded', money: 'kept' } }
const open = (answer: string, intent?: string): CardCall => ({
  ...{ kind: 'open', of: 'a', answer, ...(intent && { intent }) },
})
const charge = (intent: string, answer: string): CardCall => ({
  ...{ kind: 'charge', intent, card: 'success', answer },
})
const confirm = (intent: string, answer: string): CardCall => ({
  ...{ kind: 'confirm', of: 'a', intent, answer },
})
const refund = (answer: string): CardCall => ({ kind: 'refund', of: 'a', answer })
const isDue = (due: boolean): CardCall => ({ kind: 'read', of: 'a', isDue: due })
const receipt = (seen: Record<string, number>): CardCall => ({ kind: 'receipt', of: 'a', seen })

test('an appointment has one payment at a time, and is paid once', () => {
  expect(fits(inTurn(open('ok', 'p'), open('ok', 'p')))).toBe(true)
  expect(fits(inTurn(open('ok', 'p'), open('ok', 'q')))).toBe(false)
  const pay = inTurn(open('ok', 'p'), charge('p', 'succeeded'), confirm('p', 'ok'), isDue(false))
  expect(fits(pay)).toBe(true)
  expect(fits(inTurn(open('ok', 'p'), charge('p', 'succeeded'), confirm('p', 'not_paid')))).toBe(
    false,
  )
  expect(fits(inTurn(isDue(true)), paid)).toBe(false)
  expect(fits(inTurn(open('ok', 'q')), paid)).toBe(false)
})

test('a collected payment is recorded automatically at some moment and stays recorded', () => {
  const charged: Till = { p: { of: 'a', status: 'succeeded', money: 'none' } }
  expect(fits(inTurn(isDue(true), isDue(false)), charged)).toBe(true)
  expect(fits(inTurn(isDue(false), isDue(true)), charged)).toBe(false)
})

test('concurrent refund requests refund the money once', () => {
  expect(fits(together(refund('ok'), refund('already_refunded')), paid)).toBe(true)
  expect(fits(inTurn(refund('ok'), isDue(false)), paid)).toBe(false)
  expect(fits(inTurn(refund('ok'), receipt({ p: 1 })), paid)).toBe(true)
  expect(fits(inTurn(refund('ok'), receipt({ p: 2 })), paid)).toBe(false)
  expect(fits(inTurn(refund('not_paid')), paid)).toBe(false)
  expect(fits(inTurn(refund('proof_needed'), receipt({ p: 0 })), paid)).toBe(true)
  expect(fits(inTurn(refund('proof_needed'), receipt({ p: 1 })), paid)).toBe(false)
})
