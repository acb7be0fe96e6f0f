import { expect, test } from 'vitest'
import { describePatient } from './describe-patient.ts'

test('patients of the same name are distinguished by their details', () => {
  const known = {
    ...{ _id: 'p1', name: 'Pat Doe', birthDate: '1988-06-05', phone: '718 555 0100' },
    ...{ email: 'pat@mail.example', alert: '', holder: null, archived: false },
  }
  expect(describePatient('en', known)).toBe('Jun 5, 1988 · 718 555 0100 · pat@mail.example')
  const child = { ...known, birthDate: null, phone: '', holder: 'Jane Doe' }
  expect(describePatient('en', child)).toBe('pat@mail.example · in the account of Jane Doe')
})
