import { expect, test } from 'vitest'
import { readDayChoice, withQuery } from './use-day-choice.ts'

test('the address says which day and how it is looked at', () => {
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

test('an address that makes no sense leads to today, and says so', () => {
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

test('a change leaves the rest of the address as it was', () => {
  const query = new URLSearchParams('date=2026-06-08&view=list')
  expect(String(withQuery(query, { date: '2026-06-09' }))).toBe('date=2026-06-09&view=list')
})
