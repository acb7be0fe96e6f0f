import { expect, test } from 'vitest'
import { Policy } from '../../contract/clinic/policy.ts'
import { openPortal, refusal, request, signIn } from '../testing/portal.ts'

const usual = {
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

async function openClinic() {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  return {
    portal,
    read: async () => Policy.parse(await (await request(portal, 'GET', '/policy')).json()),
    change: (body: object) => request(portal, 'PUT', '/staff/policy', { token, body }),
  }
}

test('anyone can read the policy, staff can change it, and the audit records the changes', async () => {
  const { portal, read, change } = await openClinic()
  expect(await read()).toEqual(usual)
  const changed = {
    refundRule: 'always',
    offerMinutes: 30,
    lateMinutes: 15,
    unprovedAppointments: 0,
  }
  const input = { ...usual, ...changed, reminderMinutes: [60, 2880, 60] }
  const kept = { ...input, reminderMinutes: [2880, 60] }
  expect(await (await change(input)).json()).toEqual({ ...kept, revision: 1 })
  expect(await read()).toEqual(kept)
  const entry = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'data'])
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    action: 'policy_changed',
    data: JSON.stringify({
      refundRule: { from: 'before_cutoff', to: 'always' },
      reminderMinutes: { from: [10080, 2880, 120], to: [2880, 60] },
      offerMinutes: { from: 120, to: 30 },
      lateMinutes: { from: 10, to: 15 },
      unprovedAppointments: { from: 3, to: 0 },
    }),
  })
})

test('a policy can have no reminders', async () => {
  const { read, change } = await openClinic()
  expect((await change({ ...usual, reminderMinutes: [] })).status).toBe(200)
  expect((await read()).reminderMinutes).toEqual([])
})

test.each([
  ['cutoffMinutes', -1],
  ['cutoffMinutes', 20_161],
  ['refundRule', 'sometimes'],
  ['offerMinutes', 4],
  ['lateMinutes', 0],
  ['lateMinutes', 121],
  ['reminderMinutes', [14]],
  ['unprovedAppointments', 21],
  ['unprovedHours', 0],
  ['openOffers', 1.5],
  ['reminderMinutes', [60, 120, 180, 240, 300, 360]],
])('a policy with %s %s is refused', async (name, value) => {
  const { read, change } = await openClinic()
  const refused = await change({ ...usual, [name]: value })
  expect(await refusal(refused)).toEqual({ status: 400, code: 'invalid_input' })
  expect(await read()).toEqual(usual)
})

test('a policy based on an outdated revision is refused', async () => {
  const { read, change } = await openClinic()
  expect((await change({ ...usual, offerMinutes: 30, revision: 0 })).status).toBe(200)
  const late = await change({ ...usual, cutoffMinutes: 60, revision: 0 })
  expect(await refusal(late)).toEqual({ status: 409, code: 'changed_meanwhile' })
  expect(await read()).toEqual({ ...usual, offerMinutes: 30 })
})
