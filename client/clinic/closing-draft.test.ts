import { expect, it } from 'vitest'
import { staffRefusalTexts } from '../../contract/schedule/refusals.ts'
import { findProblems, withChange } from './opening-rules.ts'

const today = '2026-11-21'
const draft = { from: '2026-12-24', to: '2026-12-26', reason: 'Christmas' }

it('accepts days in order with a reason', () => {
  expect(findProblems(draft, today, 'en')).toEqual({})
  expect(findProblems({ ...draft, to: draft.from }, draft.from, 'en')).toEqual({})
  expect(findProblems({ ...draft, to: '2027-02-21' }, today, 'en')).toEqual({})
})

it.each([
  [{ from: '' }, ['from']],
  [{ from: '2026-11-20', to: '2026-11-20' }, ['from']],
  [{ to: '' }, ['to']],
  [{ to: '2026-12-23' }, ['to']],
  [{ to: '2027-02-22' }, ['to']],
  [{ reason: '  ' }, ['reason']],
  [{ from: '', to: '', reason: '' }, ['from', 'to', 'reason']],
])('refuses %j at the fields %j', (part, fields) => {
  expect(Object.keys(findProblems({ ...draft, ...part }, today, 'en'))).toEqual(fields)
})

it('reports problems in the reader’s language', () => {
  const wrong = { from: '2026-11-20', to: '2026-11-19', reason: '' }
  expect(findProblems(wrong, today, 'es')).toEqual({
    from: 'Elija hoy o un día posterior',
    to: staffRefusalTexts.es.days_backwards,
    reason: 'Escriba el motivo',
  })
})

it('the last day follows the first day until it is chosen separately', () => {
  const empty = { from: '', to: '', reason: '' }
  const one = withChange(empty, 'from', '2026-12-24')
  expect(one.to).toBe('2026-12-24')
  expect(withChange(one, 'from', '2026-12-25').to).toBe('2026-12-25')
  const range = withChange(one, 'to', '2026-12-28')
  expect(withChange(range, 'from', '2026-12-25').to).toBe('2026-12-28')
  expect(withChange(range, 'from', '2026-12-30').to).toBe('2026-12-30')
})
