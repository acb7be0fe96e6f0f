import { expect, test } from 'vitest'
import { cleanName, findUnfit, PersonName } from './text.ts'

test.each([
  ['a NUL', 'a\0b'],
  ['an escape', '\u001b[2J'],
  ['half of a pair', 'a\ud83d'],
  ['an override', 'Jane \u202eeoD'],
  ['an isolate', '\u2066Jane'],
])('%s is unfit wherever it stands', (_, text) => {
  expect(findUnfit(text)).toEqual([])
  expect(findUnfit({ a: ['fit', { b: text }] })).toEqual(['a', '1', 'b'])
  expect(findUnfit({ a: { [text]: 'fit' } })).toEqual(['a'])
})

test('a value that nests deeper than the stack is looked through', () => {
  const deep = (text: string): unknown =>
    JSON.parse(`${'['.repeat(30_000)}${JSON.stringify(text)}${']'.repeat(30_000)}`)
  expect(findUnfit(deep('fit'))).toBeNull()
  expect(findUnfit(deep('\0'))).toHaveLength(30_000)
})

test('lines, tabs, accents, Hebrew and pictures are fit', () => {
  expect(findUnfit({ text: 'Añil\n\tשלום 🦷\r\n', none: null, count: 1 })).toBeNull()
})

test.each([
  'Jane\nDoe',
  'Pay at https://evil.example',
  'see WWW.evil.example',
  '',
  'x'.repeat(101),
])('a person is not called %j', (name) => {
  expect(PersonName.safeParse(name).success).toBe(false)
})

test.each(["Zoë O'Brien-Núñez", 'Dr. Wwwatson', '李小龍'])('a person may be called %s', (name) => {
  expect(PersonName.parse(` ${name} `)).toBe(name)
})

test('a name that Google tells is cleaned until a person may be called so', () => {
  expect(cleanName('Jane\n\u202eDoe https://www.evil.example')).toBe('Jane Doe https evil.example')
  expect(cleanName('\0')).toBe('')
})
