import { expect, test } from 'vitest'
import { isGuessable } from './check-password.ts'

const names = ['Molar Dental', 'jane.roe']

test.each([
  '123456',
  '111111',
  '123123123',
  '987654321',
  'password',
  'Password1!',
  'P@ssw0rd2026',
  'qwerty',
  'qwerty123456',
  '1q2w3e4r',
  'abc123',
  'iloveyou',
  'letmein',
  'trustno1',
  'DRAGON99',
  'molardental',
  'Molar Dental 2026',
  'janeroe1',
  'contraseña',
  'Ncc1701',
  'thx1138',
  '8675309',
])('%s is easy to guess', (password) => {
  expect(isGuessable(password, names)).toBe(true)
})

test.each([
  'a fine secret',
  'a quiet evening 3f9a',
  'k7#mQz',
  '850217',
  'jane75031964',
  'correct horse battery staple',
  'molarity of dental floss',
])('%s is not easy to guess', (password) => {
  expect(isGuessable(password, names)).toBe(false)
})
