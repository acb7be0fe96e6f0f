import { expect, test } from 'vitest'
import { findSerialOrder, type Timed } from './order.ts'
import { type RecordCall, type Records, recordRules } from './records.ts'
import { type RoleCall, type Roles, roleRules } from './roles.ts'

/** All concurrent, so that each order is possible. */
const together = <Call>(calls: Call[]): Timed<Call>[] =>
  calls.map((call) => ({ call, from: 0, until: 9 }))
const inTurn = <Call>(calls: Call[]): Timed<Call>[] =>
  calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 }))

const rules = recordRules({
  chair: { unique: { of: ({ name }) => name ?? null, code: 'chair_exists' }, gone: ['not_found'] },
  wait: { gone: ['left_line'], forgives: true },
})
const records: Records = {
  'chair a': { revision: 1, fields: { name: 'A' }, gone: false },
  'wait w': { revision: null, fields: {}, gone: false },
}
const fits = (history: Timed<RecordCall>[], start = records) =>
  findSerialOrder(history, start, rules).ok
const rename = (
  revision: number | null,
  name: string,
  answer: string,
  now?: number,
): RecordCall => ({
  ...{ kind: 'change', space: 'chair', id: 'a', revision, set: { name }, answer },
  ...(now !== undefined && { now }),
})
const add = (id: string, name: string, answer: string): RecordCall => ({
  ...{ kind: 'add', space: 'chair', id, fields: { name }, revision: 0, answer },
})
const leave = (answer: string): RecordCall => ({ kind: 'remove', space: 'wait', id: 'w', answer })

test('when two edits are based on one revision, one is refused as changed', () => {
  const first = rename(1, 'B', 'ok', 2)
  expect(fits(together([first, rename(1, 'C', 'changed_meanwhile')]))).toBe(true)
  expect(fits(together([first, rename(1, 'C', 'ok')]))).toBe(false)
  expect(fits(together([first, rename(null, 'C', 'ok', 3)]))).toBe(true)
  expect(fits(together([first, rename(null, 'C', 'ok', 2)]))).toBe(false)
  expect(fits([...inTurn([rename(1, 'C', 'changed_meanwhile'), first])])).toBe(false)
})

test('a name is unique among added and renamed records', () => {
  expect(fits(together([add('b', 'B', 'ok'), add('', 'B', 'chair_exists')]))).toBe(true)
  expect(fits(together([add('b', 'B', 'ok'), add('c', 'B', 'ok')]))).toBe(false)
  expect(fits(together([add('b', 'B', 'ok'), rename(1, 'B', 'ok')]))).toBe(false)
  expect(fits(together([add('', 'B', 'chair_exists')]))).toBe(false)
  expect(fits(together([rename(1, 'B', 'ok'), add('b', 'A', 'ok')]))).toBe(true)
})

test('a removed record accepts no change, and does not reappear', () => {
  const change: RecordCall = {
    ...{ kind: 'change', space: 'wait', id: 'w', revision: null, set: {}, answer: 'ok' },
  }
  const list = (...ids: string[]): RecordCall => {
    const seen = Object.fromEntries(ids.map((id) => [id, {}]))
    return { kind: 'list', space: 'wait', seen }
  }
  expect(fits(inTurn([change, leave('ok'), leave('ok'), list()]))).toBe(true)
  expect(fits(inTurn([leave('ok'), change]))).toBe(false)
  expect(fits(inTurn([leave('ok'), list('w')]))).toBe(false)
  expect(fits(inTurn([leave('ok'), { ...change, answer: 'left_line' }]))).toBe(true)
  expect(fits(inTurn([{ ...change, answer: 'left_line' }]))).toBe(false)
})

test('a read returns the current state, with its revision', () => {
  const read = (revision: number, name: string): RecordCall => ({
    ...{ kind: 'read', space: 'chair', id: 'a', seen: { revision, fields: { name } } },
  })
  expect(fits(inTurn([rename(1, 'B', 'ok'), read(2, 'B')]))).toBe(true)
  expect(fits(inTurn([rename(1, 'B', 'ok'), read(1, 'A')]))).toBe(false)
  expect(fits(inTurn([rename(1, 'B', 'ok'), read(2, 'A')]))).toBe(false)
})

test('when two admins demote each other, one remains an admin', () => {
  const roles: Roles = { 'a@x': 'admin', 'b@x': 'admin', 'c@x': 'patient' }
  const explain = (history: Timed<RoleCall>[]) => findSerialOrder(history, roles, roleRules).ok
  const demote = (email: string, answer: string): RoleCall => ({
    ...{ kind: 'demote', email, answer, count: 1 },
  })
  expect(explain(together([demote('a@x', 'ok'), demote('b@x', 'last_admin')]))).toBe(true)
  expect(explain(together([demote('a@x', 'ok'), demote('b@x', 'ok')]))).toBe(false)
  const remove = (count: number): RoleCall => ({
    kind: 'remove',
    email: 'b@x',
    answer: 'ok',
    count,
  })
  expect(explain(together([demote('a@x', 'ok'), remove(1)]))).toBe(false)
  expect(explain(together([remove(1), remove(0)]))).toBe(true)
  expect(explain(together([remove(1), remove(1)]))).toBe(false)
  const give: RoleCall = { kind: 'give', email: 'c@x', role: 'admin', answer: 'ok', count: 1 }
  const isAdmin = (seen: boolean): RoleCall => ({ kind: 'isAdmin', email: 'c@x', seen })
  expect(explain(inTurn([give, isAdmin(true)]))).toBe(true)
  expect(explain(inTurn([give, isAdmin(false)]))).toBe(false)
})
