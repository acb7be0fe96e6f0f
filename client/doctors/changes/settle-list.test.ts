import { expect, test } from 'vitest'
import { leftOverIn } from './settle-list.tsx'

test('what a page could not carry out is read from the history’s state, whatever else stands there', () => {
  const nothing = { failures: {}, stopped: null }
  for (const state of [null, undefined, 'text', {}, { failures: null, stopped: 3 }]) {
    expect(leftOverIn(state)).toEqual(nothing)
  }
  const left = { failures: { a: 'doctor_unavailable' }, stopped: 'We cannot answer just now.' }
  expect(leftOverIn(left)).toEqual(left)
})
