import { expect, test } from 'vitest'
import {
  acceptedCancel,
  acceptedReschedule,
  cancelBy,
  later,
  mailOf,
  mondayAtEight,
  openPaid,
  readTerms,
  setPolicy,
  wait,
} from '../testing/changing.ts'
import { refusal, request, signIn } from '../testing/portal.ts'

const minutesBefore = (minutes: number) => new Date(mondayAtEight.getTime() - minutes * 60_000)
const closure = { from: '2026-06-08', to: '2026-06-08', reason: 'Burst pipe', confirmed: true }

/** A paid appointment within the notice of a clinic that gives nothing back, on a day that it closes. */
async function openClosed(close: 'by day' | 'by weekday' = 'by day') {
  const till = await openPaid()
  const { portal } = till
  await setPolicy(portal, { cutoffMinutes: 4320, refundRule: 'never' })
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const rules = { closedWeekdays: [0, 1], horizonDays: 180, leadMinutes: 0, confirmed: true }
  const closed =
    close === 'by day'
      ? await request(portal, 'POST', '/staff/closures', { token, body: closure })
      : await request(portal, 'PUT', '/staff/opening', { token, body: rules })
  expect(closed.status).toBe(200)
  const open = () => request(portal, 'DELETE', '/staff/closures/2026-06-08', { token })
  return { ...till, open }
}

test.each(['by day', 'by weekday'] as const)(
  'after a closure %s, a patient can cancel past the cut-off with a full refund',
  async (how) => {
    const { portal, jane, booking, money } = await openClosed(how)
    const terms = await readTerms(portal, jane, booking)
    expect(terms).toMatchObject({
      closed: true,
      whyNotReschedule: null,
      refund: 99,
      givesBack: true,
    })
    expect(terms.cutoffAt).toBe(terms.beginsAt)
    expect(await acceptedCancel(await cancelBy(portal, jane, terms))).toMatchObject({ refund: 99 })
    expect((await money()).refunds).toEqual([['succeeded', 99_00]])
    const { text } = await mailOf(portal, 'appointment-cancelled')
    expect(text).toContain('We are sending the $99 you paid back to your card.')
  },
)

test('past the cut-off, a patient can reschedule from a closed day, and a cheaper treatment is refunded in part', async () => {
  const { move, money } = await openClosed()
  const moved = await acceptedReschedule(await move({ ...later, treatment: 2, returned: 40 }))
  expect(moved).toMatchObject({ booking: { date: 'Jun 9, 2026' }, due: 0, returned: 40 })
  expect((await money()).paid).toEqual([59_00])
})

test('the exception for a closed day ends when the appointment starts or the day is opened again', async () => {
  const { portal, jane, booking, open } = await openClosed()
  const shown = await readTerms(portal, jane, booking)
  await open()
  expect(await readTerms(portal, jane, booking)).toMatchObject({
    ...{ closed: false, whyNotReschedule: 'past_cutoff', refund: 0 },
  })
  const late = await cancelBy(portal, jane, shown)
  expect(await refusal(late)).toEqual({ status: 409, code: 'terms_changed' })
  await wait(portal, minutesBefore(0))
  expect(await readTerms(portal, jane, booking)).toMatchObject({
    ...{ whyNotReschedule: 'appointment_begun', whyNotCancel: 'appointment_begun' },
  })
})
