import { expect, test } from 'vitest'
import { StaffBookingRequest } from '../../contract/schedule/staff-appointment.ts'
import { problemsOf } from '../forms/problems.ts'
import { checkDraft, requestOf } from './book-modal.tsx'

const draft = {
  treatmentId: 'cleaning',
  slot: '8:00 AM - 8:30 AM',
  patientName: 'Pat Doe',
  patient: '',
  phone: '718 555 0100',
  relation: '' as const,
}

test('a caller needs a name and no e-mail', () => {
  expect(checkDraft('en', draft)).toEqual({ ok: true, values: draft })
  expect(problemsOf(checkDraft('en', { ...draft, patientName: '  ' }))).toEqual({
    patientName: 'Name is required',
  })
  expect(problemsOf(checkDraft('en', { ...draft, patient: 'pat@' }))).toEqual({
    patient: 'Provide a valid email',
  })
  expect(checkDraft('en', { ...draft, patient: ' Pat@mail.example ' }).ok).toBe(true)
  expect(problemsOf(checkDraft('en', { ...draft, slot: '' }))).toEqual({
    slot: 'Please choose a time',
  })
})

test('what is missing is said in the language of the desk', () => {
  const nothing = { ...draft, slot: '', patientName: '' }
  expect(problemsOf(checkDraft('es', nothing))).toEqual({
    slot: 'Elija una hora, por favor',
    patientName: 'Escriba el nombre',
  })
})

test.each(['', '  ', 'pat@mail.example'])(
  'what is sent with the e-mail "%s" fits the contract',
  (patient) => {
    const request = requestOf({ ...draft, patient }, '2026-06-08', 99)
    const sent = StaffBookingRequest.parse(request)
    expect(sent.patient).toBe(patient.trim() === '' ? null : 'pat@mail.example')
    expect(sent).toMatchObject({ date: '2026-06-08', slot: draft.slot, price: 99 })
  },
)

test('the relationship to the account holder is sent, and never without an account', () => {
  const child = { ...draft, relation: 'child' as const }
  const sent = (patient: string) => requestOf({ ...child, patient }, '2026-06-08', 99)
  expect(sent('pat@mail.example').relation).toBe('child')
  expect(sent(' ').relation).toBeNull()
  expect(requestOf({ ...draft, patient: 'pat@mail.example' }, '2026-06-08', 99).relation).toBeNull()
})
