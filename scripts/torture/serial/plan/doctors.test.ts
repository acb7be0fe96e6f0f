import { expect, test } from 'vitest'
import { findSerialOrder } from '../order.ts'
import { type Details, type DoctorCall, type Doctors, doctorRules, type Plan } from './doctors.ts'

const of = (email: string, name = 'Ada'): Details => ({ name, email, specialty: 'x', img: 'x' })
const empty: Plan = { off: [], blocks: [] }
const start: Doctors = { ada: { details: of('a@x'), revision: 1, plan: empty } }
const together = (...calls: DoctorCall[]) =>
  fits(calls.map((call) => ({ call, from: 0, until: 9 })))
const inTurn = (...calls: DoctorCall[]) =>
  fits(calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 })))
const fits = (history: Parameters<typeof findSerialOrder<DoctorCall, Doctors>>[0]) =>
  findSerialOrder(history, start, doctorRules).ok

const change = (key: string, email: string, answer = 'ok', shown = 'ada'): DoctorCall => ({
  ...{ kind: 'change', key, details: of(email), answer },
  ...(answer === 'ok' && { shown }),
})
const add = (id: string, email: string, answer = 'ok'): DoctorCall => ({
  ...{ kind: 'add', id, details: of(email, 'Bo'), answer },
})
const remove = (key: string, answer = 'ok'): DoctorCall => ({ kind: 'remove', key, answer })
const list = (...some: [string, Details][]): DoctorCall => ({
  kind: 'list',
  seen: Object.fromEntries(some),
})

test('a change by id applies to that doctor, even if another doctor now has the former e-mail', () => {
  const [moved, bo] = [change('ada', 'b@x'), add('bo', 'a@x')]
  expect(inTurn(moved, bo, change('ada', 'c@x'))).toBe(true)
  expect(inTurn(moved, bo, change('ada', 'c@x', 'ok', 'bo'))).toBe(false)
  expect(inTurn(moved, bo, remove('ada'), list(['bo', of('a@x', 'Bo')]))).toBe(true)
  expect(inTurn(moved, bo, remove('ada'), list(['ada', of('b@x')]))).toBe(false)
  expect(inTurn(moved, bo, remove('a@x'), list(['ada', of('b@x')]))).toBe(true)
})

test('an e-mail is unique, and available again after its doctor is removed', () => {
  expect(together(add('bo', 'a@x'))).toBe(false)
  expect(together(add('', 'a@x', 'doctor_exists'))).toBe(true)
  expect(together(add('bo', 'b@x'), add('cy', 'b@x'))).toBe(false)
  expect(together(remove('ada'), add('bo', 'a@x'))).toBe(true)
  expect(together(remove('ada'), remove('ada', 'not_found'))).toBe(true)
  expect(together(remove('ada'), remove('ada'))).toBe(false)
  expect(inTurn(remove('ada'), change('ada', 'c@x'))).toBe(false)
})

const flu = { from: '2026-01-02', to: '2026-01-03', reason: 'Flu' }
const early = { day: '2026-01-02', start: 540, end: 600, reason: 'Flu' }
const late = { ...early, start: 570, end: 630 }
const block = (one: typeof early, answer = 'ok'): DoctorCall => ({
  ...{ kind: 'block', key: 'ada', block: one, answer },
})
const unblock = (answer = 'ok'): DoctorCall => ({
  ...{ kind: 'unblock', key: 'ada', day: early.day, start: early.start, answer },
})
const read = (revision: number, plan: Plan): DoctorCall => ({
  ...{ kind: 'read', id: 'ada', seen: { revision, plan } },
})

test('when two saves of a plan are based on one revision, one is refused as changed', () => {
  const save = (plan: Plan, answer = 'ok'): DoctorCall => ({
    ...{ kind: 'save', key: 'ada', revision: 1, plan, answer },
    ...(answer === 'ok' && { now: { revision: 2, plan } }),
  })
  const some = { ...empty, off: [flu] }
  expect(together(save(some), save(empty, 'changed_meanwhile'))).toBe(true)
  expect(together(save(some), save(empty))).toBe(false)
  expect(inTurn(block(early), save(some))).toBe(false)
  expect(inTurn(save(some), block(early), read(3, { ...some, blocks: [early] }))).toBe(true)
  // A block that is stored in between is lost.
  expect(together(save(some), block(early), read(3, some))).toBe(false)
})

test('a time can be blocked once and unblocked once', () => {
  expect(together(block(early), block(late, 'time_blocked'))).toBe(true)
  expect(together(block(early), block(late))).toBe(false)
  expect(inTurn(block(early), unblock(), block(late))).toBe(true)
  expect(inTurn(block(early), unblock(), unblock())).toBe(false)
  expect(inTurn(block(early), unblock(), unblock('not_found'))).toBe(true)
  expect(together(unblock())).toBe(false)
})

test('two overlapping absences are combined, and neither is lost', () => {
  const leave = (off: typeof flu | typeof early): DoctorCall => ({
    ...{ kind: 'leave', key: 'ada', off, answer: 'ok' },
  })
  const longer = { ...flu, to: '2026-01-05', reason: 'Course' }
  expect(
    inTurn(leave(longer), leave(flu), read(3, { ...empty, off: [{ ...longer, reason: 'Flu' }] })),
  ).toBe(true)
  const both = { ...empty, blocks: [{ ...early, end: 630 }] }
  expect(inTurn(leave(early), leave(late), read(3, both))).toBe(true)
  expect(inTurn(leave(early), leave(late), read(3, { ...empty, blocks: [late] }))).toBe(false)
  expect(inTurn(leave(flu), leave(early), read(3, { off: [flu], blocks: [early] }))).toBe(true)
})
