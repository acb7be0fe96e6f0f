import { expect, test } from 'vitest'
import { readDayChoice, withQuery } from './use-day-choice.ts'

test('the day and the view are read from the address', () => {
  const query = new URLSearchParams(
    'date=Jun+8,+2026&view=list&columns=chair&overview=month&cancelled=shown&patient=p1',
  )
  expect(readDayChoice(query)).toEqual({
    day: '2026-06-08',
    isDayWrong: false,
    view: 'list',
    columns: 'chair',
    isMonthOpen: true,
    showsCancelled: true,
    patient: 'p1',
  })
})

test('invalid values in the address are ignored, and an invalid day is reported', () => {
  expect(
    readDayChoice(new URLSearchParams('date=2026-02-30&view=wall&columns=room')),
  ).toMatchObject({
    day: null,
    isDayWrong: true,
    view: null,
    columns: null,
  })
  expect(readDayChoice(new URLSearchParams())).toMatchObject({ day: null, isDayWrong: false })
})

test('a change preserves the other query parameters', () => {
  const query = new URLSearchParams('date=2026-06-08&view=list')
  expect(String(withQuery(query, { date: '2026-06-09' }))).toBe('date=2026-06-09&view=list')
})
