import { expect, test } from 'vitest'
import { dialled, parseClinicPhone } from './phone.ts'

test.each([
  ['(718) 555-0142', '7185550142'],
  ['+1 (718) 555-0142, ext. 5', '+17185550142'],
  ['718.555.0199x12', '7185550199'],
  ['718/555-0199', '7185550199'],
  ['Mother: 718 555 0199', '7185550199'],
  ['718-555-0199 / 718-555-0100', '7185550199'],
  ['718-555-0199, after six 718-555-0100', '7185550199'],
  ['555 2100 home', '5552100'],
  ['(+34) 612 345 678', '+34612345678'],
  ['none', ''],
])('of %s, %s is dialled', (phone, digits) => {
  expect(dialled(phone)).toBe(digits)
})

test.each([
  ['(718) 555-SMILE', '7185557645'],
  ['(718) 555-SMILE (7645)', '7185557645'],
  ['718 555 smil, ext. 5', '7185557645'],
  ['1-800-DENTIST', '18003368478'],
  ['1-800-DENTIST x5', '18003368478'],
  ['+1 800 GO-FEDEX', '+18004633339'],
  ['1-800-CONTACTS', '18002668228'],
  ['800-4-TEETH-9', '8004833849'],
  ['1-800-336-8478 (DENTIST)', '18003368478'],
  ['718-555-0142x5', '7185550142'],
  ['(718) 555-0142 front desk', '7185550142'],
  ['+34 612 345 678', '+34612345678'],
])('the clinic’s number %s is dialled as %s', (phone, digits) => {
  expect(parseClinicPhone(phone)).toBe(digits)
})

test.each([
  'DENTIST',
  'call 718-555-0142',
  '555-2100 home',
  '718-555 or 347-555-0100',
  '(718) 055-SMILE',
  '1-800-TEETH',
  '718 555 ext. 5',
  '(718) 555-01 x5',
  '+34 612 SMILE',
])('%s is no clinic’s number', (phone) => {
  expect(parseClinicPhone(phone)).toBeNull()
})
