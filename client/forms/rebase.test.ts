import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const base = { name: 'Cleaning', price: '59.00', slots: ['8', '9', '10'] }

it('what only the other changed is taken over, what was typed stays', () => {
  const theirs = { ...base, slots: ['8'] }
  const mine = { ...base, price: '79.00' }
  expect(rebase(base, theirs, mine)).toEqual({
    draft: { name: 'Cleaning', price: '79.00', slots: ['8'] },
    theirs,
    taken: ['slots'],
    kept: [],
  })
})

it('what both changed stays as it was typed, and is named', () => {
  const theirs = { ...base, price: '69.00', name: 'Deep cleaning' }
  const mine = { ...base, price: '79.00' }
  expect(rebase(base, theirs, mine)).toMatchObject({
    draft: { name: 'Deep cleaning', price: '79.00' },
    taken: ['name'],
    kept: ['price'],
  })
})

it('where both say the same there is nothing to report', () => {
  const same = { ...base, price: '79.00' }
  expect(rebase(base, same, { ...same })).toMatchObject({ draft: same, taken: [], kept: [] })
})
