import { expect, test } from 'vitest'
import { StaffBookingRequest } from '../../contract/schedule/staff-appointment.ts'
import { problemsOf } from '../forms/problems.ts'
import { checkDraft, requestOf } from './book-modal.tsx'
import { slotFrom } from './booking/other-time.tsx'
import { doctorOptions } from './booking/pair-fields.tsx'
import { ruleToPass } from './booking/pass-rules.tsx'

const draft = {
  treatmentId: 'cleaning',
  slot: '8:00 AM - 8:30 AM',
  patientName: 'Pat Doe',
  patient: '',
  phone: '718 555 0100',
  relation: '' as const,
  doctor: '',
  chair: '',
  patientId: '',
}

test('a booking for a caller requires a name but no e-mail address', () => {
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

test('missing values are reported in the language of the front desk', () => {
  const nothing = { ...draft, slot: '', patientName: '' }
  expect(problemsOf(checkDraft('es', nothing))).toEqual({
    slot: 'Elija una hora, por favor',
    patientName: 'Escriba el nombre',
  })
})

test.each(['', '  ', 'pat@mail.example'])(
  'the request with the e-mail "%s" matches the contract',
  (patient) => {
    const request = requestOf({ ...draft, patient }, '2026-06-08', 99)
    const sent = StaffBookingRequest.parse(request)
    expect(sent.patient).toBe(patient.trim() === '' ? null : 'pat@mail.example')
    expect(sent).toMatchObject({ date: '2026-06-08', slot: draft.slot, price: 99 })
  },
)

test('the relationship to the account holder is sent only with an account', () => {
  const child = { ...draft, relation: 'child' as const }
  const sent = (patient: string) => requestOf({ ...child, patient }, '2026-06-08', 99)
  expect(sent('pat@mail.example').relation).toBe('child')
  expect(sent(' ').relation).toBeNull()
  expect(requestOf({ ...draft, patient: 'pat@mail.example' }, '2026-06-08', 99).relation).toBeNull()
})

test.each([
  ['12:15', 30, '12:15 PM - 12:45 PM'],
  ['23:30', 30, '11:30 PM - 12:00 AM'],
  ['23:45', 30, ''],
  ['', 30, ''],
  ['12:', 30, '12:00 PM - 12:30 PM'],
  ['noon', 30, ''],
])('the start %j with %d minutes gives the slot %j', (clock, minutes, slot) => {
  expect(slotFrom(clock, minutes)).toBe(slot)
})

test('staff are asked once to override each rule, and never for an impossible booking', () => {
  expect(ruleToPass({ code: 'slot_held' }, [])).toBe('hold')
  expect(ruleToPass({ code: 'day_closed' }, ['hold'])).toBe('closed')
  expect(ruleToPass({ code: 'day_closed' }, ['hold', 'closed'])).toBeUndefined()
  expect(ruleToPass({ code: 'slot_taken' }, [])).toBeUndefined()
})

test('the ID of a selected patient is sent, and none otherwise', () => {
  const picked = { ...draft, patient: 'pat@mail.example', patientId: 'p1' }
  const sent = StaffBookingRequest.parse(requestOf(picked, '2026-06-08', 99))
  expect(sent.patientId).toBe('p1')
  expect(requestOf(draft, '2026-06-08', 99)).not.toHaveProperty('patientId')
})

test('the selected doctor and chair are sent, and no doctor when none is selected', () => {
  expect(requestOf(draft, '2026-06-08', 99)).not.toHaveProperty('doctor')
  const named = requestOf({ ...draft, doctor: 'ada', chair: 'two' }, '2026-06-08', 99)
  expect(StaffBookingRequest.parse(named)).toMatchObject({ doctor: 'ada', chair: 'two' })
})

test('free and held doctors can be selected, and others are disabled with the reason', () => {
  const doctors = [
    { _id: 'a', name: 'Ada', why: null, chairs: [] },
    { _id: 'b', name: 'Bo', why: { code: 'held' as const, patientName: 'Pat' }, chairs: [] },
    {
      ...{ _id: 'c', name: 'Cy', chairs: [] },
      why: { code: 'booked' as const, patientName: 'Pat', slot: draft.slot },
    },
    { _id: 'd', name: 'Di', why: { code: 'off' as const, reason: '' }, chairs: [] },
  ]
  expect(doctorOptions('en', doctors).map(({ label, disabled }) => [label, disabled])).toEqual([
    ['Ada', false],
    ['Bo: held for Pat', false],
    [`Cy: with Pat, ${draft.slot}`, true],
    ['Di: off', true],
  ])
})
