import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemsOf } from '../forms/problems.ts'
import { draftOf, readDraft, readPrice, writePrice } from './treatment-draft.ts'

const saved = {
  _id: '1',
  name: 'Teeth Cleaning',
  description: 'Polished, and checked.',
  price: 59.5,
  slots: ['8:00 AM - 8:30 AM', '11:30 PM - 12:00 AM'],
  buffer: 0,
  starts: null,
  byDoctors: false,
  archived: false,
  revision: 0,
  upcoming: 0,
}

it('a treatment goes through the form unchanged', () => {
  const { name, description, price, slots } = saved
  const values = { name, description, price, slots, buffer: 0, starts: null }
  expect(readDraft(draftOf(saved), 'en')).toEqual({ ok: true, values })
})

it('a treatment that follows the doctors’ hours goes through the form with its minutes and no slot list', () => {
  const starts = { length: 45, every: 15 }
  const read = readDraft(draftOf({ ...saved, starts, buffer: 10 }), 'en')
  expect(read).toMatchObject({ ok: true, values: { starts, buffer: 10, slots: [] } })
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ price: '' }, 'price'],
  [{ buffer: '241' }, 'buffer'],
  [{ begins: 'hours' as const, length: '4', every: '15' }, 'length'],
  [{ begins: 'hours' as const, length: '45', every: '' }, 'every'],
  [{ price: '100000.01' }, 'price'],
  [{ slots: Array.from({ length: 201 }, (_, start) => ({ start, end: start + 1 })) }, 'slots'],
])('refuses %j', (part, field) => {
  const problems = problemsOf(readDraft({ ...draftOf(saved), ...part }, 'en'))
  expect(Object.keys(problems)).toEqual([field])
})

it('reports a price above the maximum in the reader’s language, with the limit', () => {
  const dear = readDraft({ ...draftOf(saved), price: '100000.01' }, 'es')
  expect(problemsOf(dear)).toEqual({ price: 'El precio puede ser de $100,000 como máximo' })
})

it.each([
  ['99', 99],
  [' 99.5 ', 99.5],
  ['$1,099.50', 1099.5],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['99.999', null],
  ['9,9', null],
  ['12 dollars', null],
])('reads the price %j as %s', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

it('every price reads back as written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_00 }), (cents) => {
      expect(readPrice(writePrice(cents / 100))).toBe(cents / 100)
    }),
  )
})
