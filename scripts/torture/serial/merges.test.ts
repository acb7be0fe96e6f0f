import { expect, test } from 'vitest'
import { type Charts, type MergeCall, mergeRules, type Patient } from './merges.ts'
import { findSerialOrder, type Timed } from './order.ts'

const together = (calls: MergeCall[]): Timed<MergeCall>[] =>
  calls.map((call) => ({ call, from: 0, until: 9 }))
const inTurn = (calls: MergeCall[]): Timed<MergeCall>[] =>
  calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 }))

const nobody: Patient = { revision: 0, phone: '', note: '', alert: '', into: null }
const visit = { treatment: 'cleaning', day: '2026-06-05', slot: '8:00' }
const start: Charts = {
  patients: { a: nobody, b: { ...nobody, note: 'Deaf', phone: '1' }, c: nobody, d: nobody },
  visits: { v: { ...visit, patient: 'b' }, w: { ...visit, patient: 'c', slot: '9:00' } },
  ...{ merges: [], undone: [] },
}
const fits = (history: Timed<MergeCall>[]) => findSerialOrder(history, start, mergeRules).ok

const merge = (kept: string, gone: string, answer = 'ok'): MergeCall => ({
  ...{ kind: 'merge', kept, gone, answer },
})
const undo = (answer = 'ok', gone = 'b'): MergeCall => ({
  ...{ kind: 'undo', kept: 'a', id: 'm', answer },
  ...(answer === 'ok' && { gone }),
})
const merges = (seen: Record<string, string>): MergeCall => ({ kind: 'merges', id: 'a', seen })
const visits = (id: string, ...seen: string[]): MergeCall => ({ kind: 'visits', id, seen })
const note = (id: string, revision: number, answer = 'ok'): MergeCall => ({
  ...{ kind: 'note', id, revision, set: { note: 'New', alert: '' }, answer },
})
const read = (id: string, seen: Partial<Patient>): MergeCall => ({
  ...{ kind: 'read', id, seen: { ...nobody, ...seen } },
})
const filled = { note: 'Deaf', phone: '1' }

test('when two merges need the same patient, one is refused because the patient is gone', () => {
  expect(fits(together([merge('a', 'b'), merge('b', 'a', 'patient_over')]))).toBe(true)
  expect(fits(together([merge('a', 'b'), merge('b', 'a')]))).toBe(false)
  expect(fits(together([merge('a', 'b'), merge('c', 'b')]))).toBe(false)
  expect(fits(inTurn([merge('a', 'b', 'patient_over')]))).toBe(false)
})

test('a merge transfers the patient’s appointments, and is refused if they conflict', () => {
  expect(fits(inTurn([merge('a', 'b'), visits('a', 'v'), visits('b')]))).toBe(true)
  expect(fits(inTurn([merge('a', 'b'), visits('b', 'v')]))).toBe(false)
  expect(fits(inTurn([merge('b', 'c', 'patients_collide')]))).toBe(true)
  expect(fits(inTurn([merge('b', 'c')]))).toBe(false)
  expect(fits(together([merge('a', 'b'), merge('a', 'c')]))).toBe(false)
  expect(fits(together([merge('a', 'b'), merge('a', 'c', 'patients_collide')]))).toBe(true)
})

test('a merge can be undone once, which also reverts the fields that it filled', () => {
  const merged = [merge('a', 'b'), read('a', { ...filled, revision: 1 }), merges({ m: 'b' })]
  const parted = [...merged, undo(), visits('b', 'v'), read('a', { revision: 2 })]
  expect(fits(inTurn(parted))).toBe(true)
  expect(fits(inTurn([...parted, undo('merge_over')]))).toBe(true)
  expect(fits(inTurn([...parted, undo()]))).toBe(false)
  expect(fits(inTurn([...parted, merges({ m: 'b' })]))).toBe(false)
  expect(fits(inTurn([...merged, undo('ok', 'c')]))).toBe(false)
  expect(fits(inTurn([...parted, merge('a', 'b'), merges({ m: 'b' })]))).toBe(false)
})

test('other merges, and those of the patient themself, do not keep what an undone merge filled', () => {
  const both = [merge('a', 'b'), merges({ m: 'b' }), merge('a', 'd'), merges({ m: 'b', n: 'd' })]
  expect(fits(inTurn([...both, undo(), read('a', { revision: 3 })]))).toBe(true)
  expect(fits(inTurn([...both, undo(), read('a', { ...filled, revision: 2 })]))).toBe(false)
  const last: MergeCall = { kind: 'undo', kept: 'a', id: 'n', answer: 'ok', gone: 'd' }
  const oldestFirst = [...both, undo(), last, read('a', { revision: 4 })]
  expect(fits(inTurn(oldestFirst))).toBe(true)
  const newestFirst = [...both, last, read('a', { ...filled, revision: 3 }), undo()]
  expect(fits(inTurn([...newestFirst, read('a', { revision: 4 })]))).toBe(true)
  const chain = [merge('a', 'b'), merges({ m: 'b' }), merge('d', 'a'), merges({})]
  expect(fits(inTurn(chain))).toBe(true)
  const mergesOfLast: MergeCall = { kind: 'merges', id: 'd', seen: { n: 'a' } }
  const ends: MergeCall = { kind: 'undo', kept: 'd', id: 'n', answer: 'ok', gone: 'a' }
  expect(fits(inTurn([...chain, mergesOfLast, ends, undo(), read('a', { revision: 4 })]))).toBe(
    true,
  )
})

test('undoing a merge preserves a later note, and a note based on an earlier revision is refused', () => {
  const merged = [merge('a', 'b'), merges({ m: 'b' })]
  const written = [...merged, note('a', 1), undo()]
  expect(fits(inTurn([...written, read('a', { phone: '1', note: 'New', revision: 2 })]))).toBe(true)
  expect(fits(inTurn([...written, read('a', { revision: 3 })]))).toBe(false)
  expect(fits(together([merge('a', 'b'), note('a', 0, 'changed_meanwhile')]))).toBe(true)
  expect(fits(inTurn([merge('a', 'b'), note('a', 0)]))).toBe(false)
  expect(fits(inTurn([merge('a', 'b'), note('b', 1)]))).toBe(false)
})
