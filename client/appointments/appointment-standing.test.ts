import { expect, it } from 'vitest'
import { changeableOf, isPayable, listAhead } from './appointments-table.tsx'

const standing = { status: 'booked' as const, impossible: null, paymentBegun: false }
const appointment = { date: 'Dec 1, 2026', slot: '9:00 AM - 9:30 AM', ...standing }
const timeZone = 'America/New_York'
const rules = { timeZone, policy: { cutoffMinutes: 1440, refundRule: 'always' as const } }
const at = (instant: string) => Date.parse(instant)

it.each([
  ['2026-11-30T13:59:59Z', 'all'],
  ['2026-11-30T14:00:00Z', 'cancel'],
  ['2026-12-01T13:59:59Z', 'cancel'],
  ['2026-12-01T14:00:00Z', 'nothing'],
])('at %s the allowed changes are: %s', (now, changeable) => {
  expect(changeableOf(appointment, rules, at(now))).toBe(changeable)
})

it('offers all changes of an appointment that cannot take place until it would begin', () => {
  const displaced = { ...appointment, impossible: 'displaced' as const }
  expect(changeableOf(displaced, rules, at('2026-12-01T13:59:59Z'))).toBe('all')
  expect(changeableOf(displaced, rules, at('2026-12-01T14:00:00Z'))).toBe('nothing')
})

it('offers all changes until the clinic’s rules are known', () => {
  expect(changeableOf(appointment, undefined, at('2027-01-01'))).toBe('all')
  const minuteBefore = at('2026-12-01T13:59:00Z')
  expect(changeableOf(appointment, { timeZone, policy: undefined }, minuteBefore)).toBe('all')
})

it.each(['arrived', 'completed', 'no_show'] as const)(
  'offers no change when the status is %s',
  (status) => {
    expect(changeableOf({ ...appointment, status }, rules, at('2026-11-01T12:00:00Z'))).toBe(
      'nothing',
    )
  },
)

it('lists an appointment until it ends on the clinic’s clock', () => {
  const later = { ...appointment, date: 'Dec 2, 2026' }
  const untilMidnight = { ...appointment, date: 'Nov 30, 2026', slot: '11:30 PM - 12:00 AM' }
  const all = [untilMidnight, appointment, later]
  expect(listAhead(all, rules, at('2026-12-01T04:59:59Z'))).toEqual(all)
  expect(listAhead(all, rules, at('2026-12-01T05:00:00Z'))).toEqual([appointment, later])
  expect(listAhead(all, rules, at('2026-12-01T14:29:59Z'))).toEqual([appointment, later])
  expect(listAhead(all, rules, at('2026-12-01T14:30:00Z'))).toEqual([later])
  expect(listAhead(all, undefined, at('2030-01-01'))).toEqual(all)
})

it('offers payment when an amount is due, but not for a no-show, what cannot take place or may be paid already', () => {
  expect(isPayable({ ...standing, due: 59 })).toBe(true)
  expect(isPayable({ ...standing, due: 59, status: 'arrived' })).toBe(true)
  expect(isPayable({ ...standing, due: 0 })).toBe(false)
  expect(isPayable({ ...standing, due: 59, status: 'no_show' })).toBe(false)
  expect(isPayable({ ...standing, due: 59, impossible: 'closed' })).toBe(false)
  expect(isPayable({ ...standing, due: 59, paymentBegun: true })).toBe(false)
})
