import { expect, test } from 'vitest'
import { findSerialOrder } from '../order.ts'
import type { Line, Wait } from './line.ts'
import { type Change, type LineCall, lineRules } from './offers.ts'

const wait = (who: string, more: Partial<Wait> = {}): Wait => ({
  ...{ who, cells: [0, 1], appointment: null, doctor: false, state: 'waiting' },
  ...{ unanswered: 0, offers: {}, ...more },
})

/** Ann and Bob have the two times; Cy waits, then Dee, then Bob for an earlier one. */
const [first, second, third] = [1000, 2000, 3000].map(
  (at) => `${at.toString(16).padStart(8, '0')}-0000`,
)
const [cy = '', dee = '', bob = ''] = [first, second, third]
const line: Line = {
  isExact: true,
  appointments: {
    a: { who: 'Ann', cell: 0, revision: 0, live: true },
    b: { who: 'Bob', cell: 1, revision: 0, live: true },
  },
  waits: { [cy]: wait('Cy'), [dee]: wait('Dee'), [bob]: wait('Bob', { appointment: 'b' }) },
  written: {},
}

const fits = (
  calls: LineCall[],
  start: Line,
  each: (at: number) => { from: number; until: number },
) =>
  findSerialOrder(
    calls.map((call, at) => ({ call, ...each(at) })),
    start,
    lineRules([0, 1]),
  ).ok
const inTurn = (calls: LineCall[], start = line) =>
  fits(calls, start, (at) => ({ from: 2 * at, until: 2 * at + 1 }))
const together = (calls: LineCall[], start = line) =>
  fits(calls, start, () => ({ from: 0, until: 9 }))

const cancel = (id: string, revision = 0, answer = 'ok'): Change => ({
  ...{ kind: 'cancel', id, revision, answer },
})
const reply = (kind: 'accept' | 'decline', id: string, answer = 'ok', cell = 0): Change => ({
  ...{ kind, id, cell, answer },
})
const press = (kind: 'open' | 'write', id: string, answer = 'ok'): Change => ({ kind, id, answer })
const leave = (id: string): Change => ({ kind: 'leave', id, answer: 'ok' })
const held = (who: string, seen: Record<string, number>): LineCall => ({ kind: 'held', who, seen })
const book = (answer: string, despite = false, by: 'staff' | 'patient' = 'staff'): Change => ({
  ...{ kind: 'book', by, who: 'Eve', cell: 0, despite, id: 'e', answer },
})

test('a cancelled time is offered to the first waitlist request in the same step, and to the next when declined', () => {
  expect(inTurn([cancel('a'), held('Cy', { [cy]: 0 })])).toBe(true)
  expect(inTurn([cancel('a'), held('Cy', {})])).toBe(false)
  expect(inTurn([cancel('a'), held('Dee', { [dee]: 0 })])).toBe(false)
  const declined = [cancel('a'), reply('decline', cy)]
  expect(inTurn([...declined, held('Dee', { [dee]: 0 })])).toBe(true)
  expect(inTurn([...declined, held('Cy', { [cy]: 0 })])).toBe(false)
  expect(inTurn([...declined, reply('accept', cy)])).toBe(false)
  expect(inTurn([...declined, reply('decline', cy), reply('accept', cy, 'offer_declined')])).toBe(
    true,
  )
})

test('when an offer gets two answers at the same time, one succeeds', () => {
  const two = (one: Change, other: Change) => {
    const [offered] = lineRules([0, 1]).step(line, cancel('a'))
    return together([one, other], offered)
  }
  expect(two(reply('accept', cy), reply('accept', cy, 'offer_accepted'))).toBe(true)
  expect(two(reply('accept', cy), reply('accept', cy))).toBe(false)
  expect(two(reply('accept', cy), reply('decline', cy))).toBe(false)
  expect(two(reply('accept', cy), book('ok'))).toBe(false)
  expect(two(reply('accept', cy), book('slot_taken'))).toBe(true)
  expect(two(reply('accept', cy, 'offer_withdrawn'), book('ok', true))).toBe(true)
  expect(two(reply('accept', cy), book('slot_held', true))).toBe(false)
})

test('a request that was withdrawn, or whose appointment was cancelled, holds no slot', () => {
  expect(inTurn([cancel('a'), leave(cy), held('Cy', {}), held('Dee', { [dee]: 0 })])).toBe(true)
  expect(inTurn([cancel('a'), leave(cy), held('Cy', { [cy]: 0 })])).toBe(false)
  expect(inTurn([leave(cy), cancel('a'), held('Cy', { [cy]: 0 })])).toBe(false)
  const toBob = [leave(cy), leave(dee), cancel('a')]
  expect(inTurn([...toBob, held('Bob', { [bob]: 0 })])).toBe(true)
  expect(inTurn([...toBob, cancel('b'), held('Bob', { [bob]: 0 })])).toBe(false)
})

test('an appointment that is rescheduled to an earlier time frees its own time for the waitlist', () => {
  const moved = [leave(cy), cancel('a'), reply('decline', dee), reply('accept', bob)]
  const read = (cell: number): LineCall => ({
    ...{ kind: 'read', id: 'b', seen: { cell, revision: 1, live: true } },
  })
  expect(inTurn([...moved, read(0), held('Dee', { [dee]: 1 })])).toBe(true)
  expect(inTurn([...moved, read(1)])).toBe(false)
  expect(inTurn([...moved, held('Dee', {})])).toBe(false)
})

test('an expired offer cannot be accepted, and its time can be booked by anyone', () => {
  const over: LineCall[] = [cancel('a'), { kind: 'expire', id: cy, cell: 0, found: true }]
  expect(inTurn([...over, reply('accept', cy, 'offer_expired'), book('ok')])).toBe(true)
  expect(inTurn([...over, reply('accept', cy)])).toBe(false)
  expect(inTurn([...over, held('Dee', { [dee]: 0 })])).toBe(true)
  expect(inTurn([...over, held('Dee', { [dee]: 0 }), held('Dee', {})])).toBe(false)
})

test('a request for one doctor gets no offer until it is opened, which can happen once', () => {
  const stranded = { ...line, waits: { [cy]: wait('Cy', { doctor: true }) } }
  const one = (...calls: LineCall[]) => inTurn(calls, stranded)
  expect(one(cancel('a'), held('Cy', { [cy]: 0 }))).toBe(false)
  expect(one(cancel('a'), press('open', cy), held('Cy', { [cy]: 0 }))).toBe(true)
  expect(one(press('open', cy), press('open', cy))).toBe(false)
  expect(one(press('open', cy), press('open', cy, 'request_changed'))).toBe(true)
  expect(one(press('open', cy), press('write', cy))).toBe(false)
  const thrice = [press('write', cy), press('write', cy), press('write', cy)]
  expect(one(...thrice, press('write', cy, 'written_enough'))).toBe(true)
  expect(one(...thrice, press('write', cy))).toBe(false)
})

test('with concurrent writers, an offer goes to the first request, or skips a patient who has booked since', () => {
  const both: Line = { ...line, isExact: false }
  expect(inTurn([cancel('a'), held('Cy', { [cy]: 0 })], both)).toBe(true)
  expect(inTurn([cancel('a'), held('Dee', { [dee]: 0 })], both)).toBe(false)
  expect(inTurn([cancel('a'), held('Cy', {})], both)).toBe(false)
  const busy = { who: 'Cy', cell: 2, revision: 0, live: true }
  const booked: Line = { ...both, appointments: { ...both.appointments, c: busy } }
  expect(inTurn([cancel('a'), held('Cy', { [cy]: 0 })], booked)).toBe(true)
  expect(inTurn([cancel('a'), held('Dee', { [dee]: 0 })], booked)).toBe(true)
  expect(inTurn([cancel('a'), held('Bob', { [bob]: 0 })], booked)).toBe(false)
  expect(inTurn([cancel('a'), held('Cy', { [cy]: 0 })], { ...booked, isExact: true })).toBe(false)
})
