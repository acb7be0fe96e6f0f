import { expect, it } from 'vitest'
import { changeableOf } from './my-appointments-page.tsx'

const appointment = { date: 'Dec 1, 2026', slot: '9:00 AM - 9:30 AM' }
const timeZone = 'America/New_York'
const rules = { timeZone, policy: { cutoffMinutes: 1440, refundRule: 'always' as const } }

it.each([
  ['2026-11-30T13:59:59Z', 'all'],
  ['2026-11-30T14:00:00Z', 'cancel'],
  ['2026-12-01T13:59:59Z', 'cancel'],
  ['2026-12-01T14:00:00Z', 'nothing'],
])('at %s: %s', (now, changeable) => {
  expect(changeableOf(appointment, rules, Date.parse(now))).toBe(changeable)
})

it('offers everything until the rules are known', () => {
  expect(changeableOf(appointment, undefined, Date.parse('2027-01-01'))).toBe('all')
  const minuteBefore = Date.parse('2026-12-01T13:59:00Z')
  expect(changeableOf(appointment, { timeZone, policy: undefined }, minuteBefore)).toBe('all')
})
