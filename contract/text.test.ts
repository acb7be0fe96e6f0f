import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, Email, findUnfit, PersonName } from './text.ts'

test.each([
  ['a NUL', 'a\0b'],
  ['an escape', '\u001b[2J'],
  ['half of a pair', 'a\ud83d'],
  ['an override', 'Jane \u202eeoD'],
  ['an isolate', '\u2066Jane'],
])('%s is rejected as a value, when nested, and as a key', (_, text) => {
  expect(findUnfit(text)).toEqual([])
  expect(findUnfit({ a: ['fit', { b: text }] })).toEqual(['a', '1', 'b'])
  expect(findUnfit({ a: { [text]: 'fit' } })).toEqual(['a'])
})

test('a value that is nested deeper than the call stack is checked completely', () => {
  const deep = (text: string): unknown =>
    JSON.parse(`${'['.repeat(30_000)}${JSON.stringify(text)}${']'.repeat(30_000)}`)
  expect(findUnfit(deep('fit'))).toBeNull()
  expect(findUnfit(deep('\0'))).toHaveLength(30_000)
})

test('line breaks, tabs, accents, Hebrew and emoji are allowed', () => {
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

test.each(["Zoë O'Brien-Núñez", 'Dr. Wwwatson', '李小龍'])(
  '%s is accepted as a person’s name',
  (name) => {
    expect(PersonName.parse(` ${name} `)).toBe(name)
  },
)

test('a name from Google is sanitized into a valid name', () => {
  expect(cleanName('Jane\n\u202eDoe https://www.evil.example')).toBe('Jane Doe https evil.example')
  expect(cleanName('\0')).toBe('')
})

/** The pattern of specification section 5, as it stands there. */
const specified = fc.stringMatching(/^\w{1,20}@[a-zA-Z_]{1,20}\.[a-zA-Z]{2,20}$/)

test('every address that matches the specified pattern is accepted and lowercased', () => {
  fc.assert(
    fc.property(specified, (email) => {
      expect(Email.parse(email)).toBe(email.toLowerCase())
    }),
  )
})

test.each(['jane.doe@gmail.com', "o'hara+x@mail.example.co.uk", 'a-b@c-d.org', ' A@B.com '])(
  'the address %j is accepted',
  (email) => expect(Email.parse(email)).toBe(email.trim().toLowerCase()),
)

test.each([
  'jane',
  'jane@',
  '@x.com',
  'a@b',
  'a@b.c',
  'a..b@c.com',
  '.a@b.com',
  'a@b..com',
  'a b@c.com',
  'a@b.c0m',
])('the address %j is malformed', (email) =>
  expect(Email.safeParse(email).error?.issues[0]?.message).toBe('email_invalid'),
)

test('an empty address is missing, not malformed', () => {
  const issues = Email.safeParse('  ').error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['email_required'])
})
