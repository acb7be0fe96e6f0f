import { expect, test } from 'vitest'
import { findSerialOrder, type Timed } from './order.ts'
import { type Shown, type VoiceCall, type Voices, voiceRules } from './voices.ts'

const together = (calls: VoiceCall[]): Timed<VoiceCall>[] =>
  calls.map((call) => ({ call, from: 0, until: 9 }))
const inTurn = (calls: VoiceCall[]): Timed<VoiceCall>[] =>
  calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 }))

const start: Voices = { a: { text: 'Kind', state: 'waiting', revision: 1 } }
const fits = (history: Timed<VoiceCall>[]) =>
  findSerialOrder(history, start, voiceRules('waiting')).ok

const decide = (state: string, revision: number | null, answer = 'ok'): VoiceCall => ({
  ...{ kind: 'decide', id: 'a', state, revision, answer },
})
const edit: VoiceCall = { kind: 'rewrite', id: 'a', text: 'Rude', answer: 'ok' }
const write = (answer: string, id = 'a'): VoiceCall => ({ kind: 'write', id, text: 'New', answer })
const shows: Shown[] = ['id', 'text', 'state']
const list = (...seen: string[]): VoiceCall => ({
  ...{ kind: 'list', states: ['waiting', 'published'], shows, seen },
})

test('a decision is refused as changed if another decision or an edit came first', () => {
  const late = decide('rejected', 1, 'review_changed')
  expect(fits(together([decide('published', 1), late]))).toBe(true)
  expect(fits(together([decide('published', 1), decide('rejected', 1)]))).toBe(false)
  expect(fits(inTurn([edit, late]))).toBe(true)
  expect(fits(inTurn([edit, decide('published', 1)]))).toBe(false)
  expect(fits(inTurn([late]))).toBe(false)
})

test('a visit gets one review', () => {
  expect(fits(together([write('ok', 'b'), write('review_exists', 'b')]))).toBe(true)
  expect(fits(together([write('ok', 'b'), write('ok', 'b')]))).toBe(false)
  expect(fits(together([write('ok')]))).toBe(false)
})

test('a list shows a record that changes state in exactly one state', () => {
  const published = decide('published', 1)
  expect(fits(together([published, list('a|Kind|waiting')]))).toBe(true)
  expect(fits(together([published, list('a|Kind|published')]))).toBe(true)
  expect(fits(together([published, list('a|Kind|waiting', 'a|Kind|published')]))).toBe(false)
  expect(fits(together([published, list()]))).toBe(false)
  expect(fits(inTurn([published, edit, list('a|Kind|published')]))).toBe(false)
  const count = (seen: number): VoiceCall => ({ kind: 'count', state: 'waiting', seen })
  expect(fits(inTurn([published, count(0), edit, count(1)]))).toBe(true)
  expect(fits(inTurn([published, count(1)]))).toBe(false)
})

test('a decision’s answer shows its result', () => {
  const shown = (line: string): VoiceCall => ({
    ...{ kind: 'decide', id: 'a', state: 'published', revision: null, answer: 'ok' },
    seen: { shows, line },
  })
  expect(fits(inTurn([edit, shown('a|Rude|published')]))).toBe(true)
  expect(fits(inTurn([edit, shown('a|Kind|published')]))).toBe(false)
})
