import { expect, it } from 'vitest'
import { draftOf, firstDay } from './request-draft.ts'

/** A Saturday evening, after the last slot; Sundays are off. */
const evening = {
  timeZone: 'America/New_York',
  now: '2026-11-21T23:30:00.000Z',
  today: '2026-11-21',
  todayEnds: '2026-11-22T05:00:00.000Z',
  lastDay: '2027-05-20',
  leadMinutes: 0,
  closedWeekdays: [0],
  closures: [],
}
const noon = { ...evening, now: '2026-11-21T17:00:00.000Z' }
const account = { phone: '718 555 0100' }
const slots = ['8:00 AM - 8:30 AM', '4:30 PM - 5:00 PM']
const treatments = [{ _id: 't1', name: 'Teeth Cleaning', description: '', price: 59, slots }]

it('offers the first day on which a slot can still become free', () => {
  expect(firstDay(noon, treatments)).toBe('2026-11-21')
  expect(firstDay(evening, treatments)).toBe('2026-11-23')
  expect(firstDay({ ...noon, leadMinutes: 2 * 24 * 60 }, treatments)).toBe('2026-11-23')
  expect(firstDay({ ...noon, leadMinutes: 3 * 24 * 60 }, treatments)).toBe('2026-11-24')
})

it('offers today when a clinic without slots has no such day in the booking window', () => {
  expect(firstDay(evening, [])).toBe('2026-11-21')
})

it.each([
  ['today at noon', noon, '2026-11-21', '2026-11-21'],
  ['today in the evening', evening, '2026-11-23', '2026-11-23'],
])(
  'prefills the request from the day that was full, or the next possible one: %s',
  (_, calendar, from, until) => {
    const about = { account, calendar, treatments, appointment: null, request: null }
    const topic = { kind: 'treatment', treatment: 't1', day: '2026-11-21' } as const
    expect(draftOf(topic, about)).toMatchObject({ from, until })
    const open = { ...topic, day: null }
    expect(draftOf(open, about)).toMatchObject({ from, until: '2026-12-05' })
  },
)

it.each([
  ['of the account', null, '718 555 0100'],
  ['of the appointment', '718 555 0199', '718 555 0199'],
  ['of the account, where the appointment has none', '', '718 555 0100'],
])('prefills the phone %s', (_, phone, prefilled) => {
  const appointment = phone === null ? null : { treatmentId: 't1', date: 'Nov 25, 2026', phone }
  const about = { account, calendar: noon, treatments, appointment, request: null }
  const topic = { kind: 'appointment', id: 'a' } as const
  expect(draftOf(topic, about).phone).toBe(prefilled)
})
