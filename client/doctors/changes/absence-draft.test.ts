import { expect, it } from 'vitest'
import { readAbsence, withDay } from './absence-draft.ts'

const today = '2026-06-05'
const draft = { from: today, to: today, isPart: false, begins: '', ends: '', reason: ' Flu ' }

it('reads an absence of a whole day, and of a part of several days', () => {
  const day = { from: today, to: today, time: null, reason: 'Flu' }
  expect(readAbsence(draft, today, 'en')).toEqual({ ok: true, values: day })
  const part = { ...draft, to: '2026-06-08', isPart: true, begins: '09:00', ends: '12:30' }
  expect(readAbsence(part, today, 'en')).toMatchObject({
    ok: true,
    values: { to: '2026-06-08', time: { start: 540, end: 750 } },
  })
})

it.each([
  [{ from: '' }, ['from']],
  [{ from: '2026-06-04', to: '2026-06-04' }, ['to']],
  [{ from: '2026-06-08' }, ['to']],
  [{ to: '2026-08-04' }, ['to']],
  [{ isPart: true }, ['begins', 'ends']],
  [{ isPart: true, begins: '12:00', ends: '12:00' }, ['ends']],
])('refuses %j at the fields %j', (part, fields) => {
  const checked = readAbsence({ ...draft, ...part }, today, 'es')
  expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual(fields)
})

it('the last day follows the first day until it is chosen separately', () => {
  expect(withDay(draft, 'from', '2026-06-08')).toMatchObject({
    from: '2026-06-08',
    to: '2026-06-08',
  })
  const range = withDay(draft, 'to', '2026-06-10')
  expect(withDay(range, 'from', '2026-06-08').to).toBe('2026-06-10')
})
