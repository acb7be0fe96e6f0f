import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const base = { name: 'Cleaning', price: '59.00', slots: ['8', '9', '10'] }

it('a field changed only by the other editor is taken over, and own edits remain', () => {
  const theirs = { ...base, slots: ['8'] }
  const mine = { ...base, price: '79.00' }
  expect(rebase(base, theirs, mine)).toEqual({
    draft: { name: 'Cleaning', price: '79.00', slots: ['8'] },
    theirs,
    taken: ['slots'],
    kept: [],
  })
})

it('a field changed by both editors retains the own value and is reported', () => {
  const theirs = { ...base, price: '69.00', name: 'Deep cleaning' }
  const mine = { ...base, price: '79.00' }
  expect(rebase(base, theirs, mine)).toMatchObject({
    draft: { name: 'Deep cleaning', price: '79.00' },
    taken: ['name'],
    kept: ['price'],
  })
})

it('a field changed by both editors to the same value is not reported', () => {
  const same = { ...base, price: '79.00' }
  expect(rebase(base, same, { ...same })).toMatchObject({ draft: same, taken: [], kept: [] })
})
