import { expect, it } from 'vitest'
import type { WaitlistRequest } from '../../contract/waitlist/waitlist.ts'
import { aboutText, stateText, timesText } from './requests.ts'

const request: WaitlistRequest = {
  _id: 'w',
  state: 'done',
  treatmentId: 't',
  treatment: 'Teeth Cleaning',
  appointment: null,
  patientName: 'Jane Doe',
  from: '2026-06-08',
  until: '2026-06-09',
  weekdays: [1, 2],
  fromMinute: 480,
  untilMinute: 1020,
  phone: '',
  doctor: null,
  doctorAway: null,
  ahead: null,
  paused: null,
  offer: null,
}
const ada = { _id: 'd', name: 'Ada' }
const appointment = { _id: 'a', date: 'Jun 8, 2026', slot: '8:00 AM - 8:30 AM', cancelled: false }

it('distinguishes a new booking from an earlier time that replaced an appointment', () => {
  expect(stateText('en', request)).toBe('You took a time, and it is booked.')
  expect(stateText('en', { ...request, appointment })).toBe('You took an earlier time.')
})

it.each([
  ['waiting', 'Instead of Jun 8, 2026, 8:00 AM - 8:30 AM'],
  ['done', 'It is now on Jun 8, 2026, 8:00 AM - 8:30 AM'],
  ['left', null],
  ['over', null],
] as const)('a request that is %s says of its appointment: %s', (state, text) => {
  expect(aboutText('en', { ...request, state, appointment })).toBe(text)
  expect(aboutText('en', { ...request, state })).toBe('A new appointment')
})

it('says nothing of the time of an appointment that was cancelled after it was moved', () => {
  const cancelled = { ...appointment, cancelled: true }
  expect(aboutText('en', { ...request, appointment: cancelled })).toBe(null)
})

it('explains why no time can be offered with the requested doctor', () => {
  const waiting = { ...request, state: 'waiting' as const, ahead: 2, doctor: ada }
  expect(stateText('en', waiting)).toContain('2 people')
  const away = { ...waiting, doctorAway: 'treatment' as const }
  expect(stateText('en', away)).toContain('Ada no longer does this treatment')
  expect(stateText('es', { ...away, doctorAway: 'left' })).toContain('Ada ya no trabaja')
})

it('names times in Spanish without an article, which one o’clock has in the singular', () => {
  expect(timesText('es', { fromMinute: 780, untilMinute: 900 })).toBe('De 1:00 p.m. a 3:00 p.m.')
})
