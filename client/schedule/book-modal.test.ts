import { expect, test } from 'vitest'
import {
  type StaffAppointment,
  StaffBookingRequest,
} from '../../contract/schedule/staff-appointment.ts'
import { problemsOf } from '../forms/problems.ts'
import { checkDraft, requestOf } from './book-modal.tsx'
import { slotFrom } from './booking/other-time.tsx'
import { doctorOptions } from './booking/pair-fields.tsx'
import { ruleToPass } from './booking/pass-rules.tsx'
import { patientsOf } from './booking/patient-picker.tsx'

const draft = {
  treatmentId: 'cleaning',
  slot: '8:00 AM - 8:30 AM',
  patientName: 'Pat Doe',
  patient: '',
  phone: '718 555 0100',
  relation: '' as const,
  doctor: '',
  chair: '',
}

const pat = { patientName: 'Pat Doe', phone: '718 555 0100', relation: '', bookedBy: null }

/** An appointment of Pat's, as a search answers it. */
const row: StaffAppointment = {
  ...{ _id: 'one', revision: 0, treatmentId: 'cleaning', treatment: 'Teeth Cleaning' },
  ...{ date: 'Jun 8, 2026', slot: draft.slot, startMinute: 480, endMinute: 510, price: 59 },
  ...{ patient: 'pat@mail.example', patientId: 'p1', patientName: 'Pat Doe' },
  ...{ dependent: null, bookedBy: null },
  ...{ phone: '718 555 0100', status: 'booked', confirmed: false, paid: 'no', paidByCard: 0 },
  ...{ paidAtDesk: 0, due: 59, transactionId: null, doctor: null, chair: null },
  busyUntilMinute: null,
  ...{ arrivedAt: null, seatedAt: null, completedAt: null, noShowAt: null },
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

test.each([
  ['12:15', 30, '12:15 PM - 12:45 PM'],
  ['23:30', 30, '11:30 PM - 12:00 AM'],
  ['23:45', 30, ''],
  ['', 30, ''],
  ['12:', 30, '12:00 PM - 12:30 PM'],
  ['noon', 30, ''],
])('a clock that says %j makes with %d minutes the slot %j', (clock, minutes, slot) => {
  expect(slotFrom(clock, minutes)).toBe(slot)
})

test('staff are asked once about each rule, and about nothing that is impossible', () => {
  expect(ruleToPass({ code: 'slot_held' }, [])).toBe('hold')
  expect(ruleToPass({ code: 'day_closed' }, ['hold'])).toBe('closed')
  expect(ruleToPass({ code: 'day_closed' }, ['hold', 'closed'])).toBeUndefined()
  expect(ruleToPass({ code: 'slot_taken' }, [])).toBeUndefined()
})

test('of the appointments found, each patient is offered once, with who books for them', () => {
  const child = {
    ...row,
    patientName: 'Tim Doe',
    dependent: { name: 'Tim Doe', relation: 'child' as const },
  }
  const found = patientsOf([
    row,
    { ...row, phone: '718 555 0199' },
    { ...child, bookedBy: 'Pat Doe' },
    { ...row, patient: null },
    { ...row, patient: null, phone: '718 555 0199' },
  ])
  expect(found.map(({ id: _, ...patient }) => patient)).toEqual([
    { ...pat, patient: 'pat@mail.example' },
    {
      ...pat,
      patientName: 'Tim Doe',
      patient: 'pat@mail.example',
      relation: 'child',
      bookedBy: 'Pat Doe',
    },
    { ...pat, patient: '' },
    { ...pat, patient: '', phone: '718 555 0199' },
  ])
})

test('whom and where staff name is sent, and nothing for whoever is free', () => {
  expect(requestOf(draft, '2026-06-08', 99)).not.toHaveProperty('doctor')
  const named = requestOf({ ...draft, doctor: 'ada', chair: 'two' }, '2026-06-08', 99)
  expect(StaffBookingRequest.parse(named)).toMatchObject({ doctor: 'ada', chair: 'two' })
})

test('who is free can be named, and who is held; of the others it says why not', () => {
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
