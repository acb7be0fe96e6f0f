import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../../contract/date.ts'
import { wallTime, zones } from '../testing/zones.ts'
import { type Considered, explainTerms } from './terms.ts'

const minuteMs = 60_000
/** About the days on which clocks change in one zone or another, and any day. */
const turns = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01']
const day: fc.Arbitrary<Day> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...turns), fc.integer({ min: -2, max: 2 }))
    .map(([turn, by]) => addDays(turn, by)),
  fc.nat(1500).map((by) => addDays('2026-01-01', by)),
)
const appointment: fc.Arbitrary<Considered> = fc.record({
  day,
  startMinute: fc.nat(1439),
  status: fc.constantFrom(
    'booked' as const,
    'booked' as const,
    'booked' as const,
    'arrived' as const,
  ),
  cancelledAt: fc.constantFrom(null, null, null, '2026-01-01T00:00:00.000Z'),
  paidCents: fc.integer({ min: 200_00, max: 500_00 }),
  deskCents: fc.constantFrom(0, 100_00, 200_00),
})
const rules = fc.record({
  cutoffMinutes: fc.oneof(fc.constantFrom(0, 60, 1440, 2880), fc.nat(20_160)),
  refundRule: fc.constantFrom('before_cutoff' as const, 'always' as const, 'never' as const),
})
/** Minutes from the cut-off or the start at which the terms are read, mostly close by. */
const look = fc.record({
  from: fc.constantFrom('cutoff' as const, 'begin' as const),
  by: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -30_000, max: 30_000 })),
})
const drawn = fc.record({
  ...{ appointment, rules, look, timeZone: fc.constantFrom(...zones), canGiveBack: fc.boolean() },
  isWaived: fc.boolean(),
})

test('terms and refunds are correct for any status, day, time zone and clock change', () => {
  const seen: Record<string, number> = {}
  fc.assert(
    fc.property(drawn, ({ appointment, rules, look, timeZone, canGiveBack, isWaived }) => {
      const begin = wallTime(appointment, timeZone)
      const cutoff = isWaived ? begin : begin - rules.cutoffMinutes * minuteMs
      const now = new Date((look.from === 'begin' ? begin : cutoff) + look.by * minuteMs)
      const terms = explainTerms(appointment, rules, { now, timeZone, canGiveBack, isWaived })
      expect([terms.beginsAt, terms.cutoffAt]).toEqual([begin, cutoff])

      const isEarly = now.getTime() < cutoff
      const { status, cancelledAt, paidCents, deskCents } = appointment
      const stands = now.getTime() < begin && status === 'booked' && cancelledAt === null
      const rule = { always: true, never: false, before_cutoff: isEarly }[rules.refundRule]
      const refund = [rule, isWaived].includes(true) ? paidCents - deskCents : 0
      expect(terms.refundCents).toBe(refund)
      expect(terms.whyNotReschedule === null).toBe(stands && isEarly)
      expect(terms.whyNotCancel === null).toBe(stands && (canGiveBack || refund === 0))
      if (stands && !isEarly) expect(terms.whyNotReschedule).toBe('past_cutoff')
      const verdict = terms.whyNotReschedule ?? 'free'
      seen[verdict] = (seen[verdict] ?? 0) + 1
    }),
    { numRuns: 3000 },
  )
  const verdicts = ['free', 'past_cutoff', 'appointment_begun', 'appointment_cancelled']
  for (const verdict of verdicts) expect(seen[verdict]).toBeGreaterThan(100)
})

test('a cut-off of one day is 24 hours, also across a clock change', () => {
  const rules = { cutoffMinutes: 1440, refundRule: 'before_cutoff' as const }
  const at = { now: new Date(0), timeZone: 'America/New_York', canGiveBack: true, isWaived: false }
  const cutoffOf = (onDay: Day) => {
    const blank = { status: 'booked' as const, cancelledAt: null, paidCents: 0, deskCents: 0 }
    const { cutoffAt } = explainTerms({ ...blank, day: onDay, startMinute: 480 }, rules, at)
    return new Date(cutoffAt).toISOString()
  }
  // Eight in the morning on these days is 12:00 and 13:00 UTC; at two the clocks had changed.
  expect(cutoffOf('2026-03-08')).toBe('2026-03-07T12:00:00.000Z')
  expect(cutoffOf('2026-11-01')).toBe('2026-10-31T13:00:00.000Z')
})
