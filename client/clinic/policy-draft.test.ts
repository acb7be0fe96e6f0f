import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Policy, RefundRule } from '../../contract/clinic/policy.ts'
import { problemsOf } from '../forms/problems.ts'
import { draftOf, type PolicyDraft, readDraft, withReminder } from './policy-draft.ts'
import { policyPageTexts } from './policy-texts.ts'

const t = policyPageTexts.en
const usual: Policy = {
  cutoffMinutes: 1440,
  refundRule: 'before_cutoff',
  reminderMinutes: [10_080, 2880, 120],
  offerMinutes: 120,
  lateMinutes: 10,
  namesTreatments: true,
  unprovedAppointments: 3,
  unprovedHours: 24,
  unpaidAppointments: 20,
  bookingsPerHour: 30,
  waitRequests: 5,
  openOffers: 2,
}

const policies = fc.record({
  cutoffMinutes: fc.integer({ min: 0, max: 14 * 24 * 60 }),
  refundRule: fc.constantFrom(...RefundRule.options),
  reminderMinutes: fc
    .uniqueArray(fc.integer({ min: 15, max: 30 * 24 * 60 }), { maxLength: 5 })
    .map((reminders) => reminders.toSorted((one, other) => other - one)),
  offerMinutes: fc.integer({ min: 5, max: 24 * 60 }),
  lateMinutes: fc.integer({ min: 1, max: 120 }),
  namesTreatments: fc.boolean(),
  unprovedAppointments: fc.integer({ min: 0, max: 20 }),
  unprovedHours: fc.integer({ min: 1, max: 168 }),
  unpaidAppointments: fc.integer({ min: 1, max: 200 }),
  bookingsPerHour: fc.integer({ min: 1, max: 200 }),
  waitRequests: fc.integer({ min: 1, max: 50 }),
  openOffers: fc.integer({ min: 1, max: 20 }),
})

it('every policy goes through the form unchanged', () => {
  fc.assert(
    fc.property(policies, (policy) => {
      expect(readDraft(draftOf(policy), t)).toEqual({ ok: true, values: policy })
    }),
  )
})

it('reads every draft as a valid policy or reports a problem', () => {
  const typed = fc.oneof(fc.integer({ min: -5, max: 99_999 }).map(String), fc.string())
  const drafts: fc.Arbitrary<PolicyDraft> = fc.record({
    cutoffHours: typed,
    cutoffMinutes: typed,
    refundRule: fc.constantFrom(...RefundRule.options),
    reminders: fc.array(
      fc.record({
        key: fc.integer(),
        amount: typed,
        unit: fc.constantFrom('days', 'hours', 'minutes'),
      }),
      { maxLength: 5 },
    ),
    offerHours: typed,
    offerMinutes: typed,
    lateMinutes: typed,
    namesTreatments: fc.boolean(),
    limits: fc.record({ unprovedAppointments: typed, waitRequests: typed, openOffers: typed }),
  })
  fc.assert(
    fc.property(drafts, (draft) => {
      const read = readDraft(draft, t)
      if (read.ok) expect(z.safeParse(Policy, read.values).success).toBe(true)
      else expect(Object.keys(read.problems)).not.toHaveLength(0)
    }),
  )
})

describe('problems at their fields', () => {
  const draft = draftOf(usual)
  const reminders = (...amounts: string[]) =>
    amounts.map((amount, key) => ({ key, amount, unit: 'minutes' as const }))
  it.each([
    [{ cutoffHours: '337' }, 'cutoffHours'],
    [{ cutoffMinutes: '60' }, 'cutoffMinutes'],
    [{ cutoffHours: 'a day' }, 'cutoffHours'],
    [{ reminders: reminders('60', '') }, 'reminder1'],
    [{ reminders: reminders('14') }, 'reminder0'],
    [{ reminders: reminders('90', '60', '90') }, 'reminder2'],
    [{ offerHours: '0', offerMinutes: '4' }, 'offerHours'],
    [{ offerHours: '24', offerMinutes: '1' }, 'offerHours'],
    [{ lateMinutes: '0' }, 'lateMinutes'],
    [{ lateMinutes: '' }, 'lateMinutes'],
    [{ limits: { ...draft.limits, unprovedAppointments: '21' } }, 'unprovedAppointments'],
    [{ limits: { ...draft.limits, unprovedHours: '' } }, 'unprovedHours'],
  ])('%j: %s', (change, field) => {
    expect(Object.keys(problemsOf(readDraft({ ...draft, ...change }, t)))).toEqual([field])
  })

  it('reads an empty hours or minutes field as zero', () => {
    const empty = { ...draft, cutoffHours: '', cutoffMinutes: '45', offerMinutes: '' }
    expect(readDraft(empty, t)).toMatchObject({
      values: { cutoffMinutes: 45, offerMinutes: 120 },
    })
  })
})

it('gives each added reminder a unique key', () => {
  const draft = draftOf(usual)
  const reminders = withReminder({ ...draft, reminders: withReminder(draft) })
  expect(new Set(reminders.map(({ key }) => key)).size).toBe(5)
  expect(withReminder({ ...draft, reminders: [] })).toEqual([{ key: 0, amount: '1', unit: 'days' }])
})
