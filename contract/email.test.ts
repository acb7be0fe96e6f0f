import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Email } from './email.ts'

/** The pattern of specification section 5, as it stands there. */
const specified = fc.stringMatching(/^\w{1,20}@[a-zA-Z_]{1,20}\.[a-zA-Z]{2,20}$/)

test('everything that the specified pattern accepts is accepted, in lower case', () => {
  fc.assert(
    fc.property(specified, (email) => {
      expect(Email.parse(email)).toBe(email.toLowerCase())
    }),
  )
})

test.each(['jane.doe@gmail.com', "o'hara+x@mail.example.co.uk", 'a-b@c-d.org', ' A@B.com '])(
  '%j is accepted too',
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
])('%j is malformed', (email) =>
  expect(Email.safeParse(email).error?.issues[0]?.message).toBe('email_invalid'),
)

test('an empty address is missing, not malformed', () => {
  const issues = Email.safeParse('  ').error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['email_required'])
})
