import { expect, test } from 'vitest'
import { firstNameOf } from './list-reviews.ts'

test.each([
  ['Jane Doe', 'Jane'],
  ['  Jane   van Doe ', 'Jane'],
  ['Cher', 'Cher'],
  ['María-José Pérez', 'María-José'],
  ['<b>Jane</b> Doe', '<b>Jane</b>'],
  ['jane.doe@patients.example', ''],
  ['  ', ''],
  ['', ''],
])('the name %j is published as %j', (name, shown) => {
  expect(firstNameOf(name)).toBe(shown)
})
