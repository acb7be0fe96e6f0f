import { expect, test } from 'vitest'
import { readBlock } from './team-modals.tsx'

const lunch = { from: '12:00', to: '12:30', reason: ' Lunch ' }

test('a block ends when it says, and 00:00 is the end of the day', () => {
  expect(readBlock('en', lunch)).toEqual({
    ok: true,
    values: { time: { start: 720, end: 750 }, reason: 'Lunch' },
  })
  expect(readBlock('en', { ...lunch, to: '00:00' })).toMatchObject({
    values: { time: { start: 720, end: 1440 } },
  })
})

test('a block without one of its times blocks nothing', () => {
  const problem = 'Please choose a time'
  expect(readBlock('en', { ...lunch, to: '' })).toEqual({ ok: false, problems: { to: problem } })
  expect(readBlock('en', { ...lunch, from: '' })).toEqual({
    ok: false,
    problems: { from: problem },
  })
  expect(readBlock('en', { ...lunch, to: '11:00' })).toEqual({
    ok: false,
    problems: { to: 'The end lies before the start' },
  })
})
