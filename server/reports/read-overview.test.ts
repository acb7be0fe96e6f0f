import { expect, test } from 'vitest'
import { Collected, Overview } from '../../contract/reports/endpoints.ts'
import { accepted, actsOf, addWorking, bookFor, openDesk, openSchedules } from '../testing/desk.ts'
import { type Person, type Portal, request } from '../testing/portal.ts'
import { readCollected } from './read-reports.ts'

async function overviewOf(portal: Portal, { token }: Person): Promise<Overview> {
  return Overview.parse(await (await request(portal, 'GET', '/staff/overview', { token })).json())
}

test('the overview covers 45 days including empty ones, from 30 before today to 14 after', async () => {
  const { portal, staff } = await openDesk()
  const { today, days, treatments } = await overviewOf(portal, staff)
  expect(today).toBe('2026-06-05')
  expect(days).toHaveLength(45)
  expect([days[0]?.day, days[30]?.day, days[44]?.day]).toEqual([
    ...['2026-05-06', '2026-06-05', '2026-06-19'],
  ])
  const zeros = {
    appointments: 0,
    noShows: 0,
    cancelled: 0,
    taken: 0,
    collected: 0,
    outstanding: 0,
  }
  expect(days[30]).toEqual({ day: '2026-06-05', ...zeros })
  // 45 days with six Sundays, sixteen half hours each.
  expect(treatments).toEqual(
    portal.treatments.map(({ name }) => ({ name, booked: 0, capacity: 39 * 16 })),
  )
})

test('the overview reports appointments booked, missed and cancelled, and money collected and outstanding', async () => {
  const { portal, staff } = await openDesk()
  const { cancel, setStatus, payAtDesk } = actsOf(portal, staff)
  const at = async (treatment: number, slot: string) => {
    const guest = { email: null, name: `Patient ${treatment}` }
    return accepted(await bookFor(portal, staff, guest, { treatment, slot, date: 'Jun 5, 2026' }))
  }
  const paid = await at(0, '10:00 AM - 10:30 AM')
  const missed = await at(1, '10:30 AM - 11:00 AM')
  const kept = await at(2, '11:00 AM - 11:30 AM')
  const gone = await at(3, '11:30 AM - 12:00 PM')
  const paidAndGone = await at(4, '1:00 PM - 1:30 PM')
  await accepted(await payAtDesk(paid))
  portal.time.now = new Date('2026-06-05T14:45:00Z')
  await accepted(await setStatus(missed, 'no_show'))
  await accepted(await setStatus(kept, 'completed'))
  await accepted(await cancel(gone))
  await accepted(await cancel(await accepted(await payAtDesk(paidAndGone))))
  const { days, treatments } = await overviewOf(portal, staff)
  expect(days[30]).toEqual({
    day: '2026-06-05',
    appointments: 3,
    noShows: 1,
    cancelled: 2,
    // Includes money still at the desk for a cancelled appointment.
    collected: paid.price + paidAndGone.price,
    taken: paid.price + paidAndGone.price,
    outstanding: kept.price,
  })
  expect(treatments.map(({ booked }) => booked)).toEqual([1, 1, 1, 0, 0, 0])
})

test('a closed day has no capacity, and its appointments do not count as filled', async () => {
  const { portal, staff } = await openDesk()
  await accepted(await bookFor(portal, staff, { email: null }))
  const closure = { day: '2026-06-08', reason: 'Staff training' }
  await portal.database.query.insertInto('closures').values(closure).execute()
  const { days, treatments } = await overviewOf(portal, staff)
  expect(days[33]).toMatchObject({ day: '2026-06-08', appointments: 1 })
  expect(treatments[0]).toMatchObject({ booked: 0, capacity: 38 * 16 })
})

test('a treatment of doctors with working hours is counted by hours, not by slots', async () => {
  const { portal, staff } = await openDesk()
  const before = await overviewOf(portal, staff)
  await addWorking(portal, await openSchedules(portal), ['Ada'])
  const { byDoctors, treatments } = await overviewOf(portal, staff)
  expect([before.byDoctors, byDoctors]).toEqual([false, true])
  expect(treatments).toEqual(before.treatments.slice(1))
})

test('money collected in a month is counted by local payment date, not by appointment date', async () => {
  const { portal, staff } = await openDesk()
  const { payAtDesk, removePayment } = actsOf(portal, staff)
  const monthOf = async (month: string) => {
    const answer = await request(portal, 'GET', `/staff/collected?month=${month}`, staff)
    const { days } = Collected.parse(await answer.json())
    return { days: days.length, taken: days.filter(({ taken }) => taken !== 0) }
  }
  const july = { date: 'Jul 6, 2026' }
  const first = await accepted(await bookFor(portal, staff, { email: null }, july))
  await accepted(await payAtDesk(first))
  const other = { ...july, treatment: 1 }
  const second = await accepted(
    await bookFor(portal, staff, { email: null, name: 'Bo Lee' }, other),
  )
  const paid = await accepted(await payAtDesk(second))
  // Still the last evening of June in Brooklyn.
  const { query } = portal.database
  const late = query.updateTable('deskPayments').set({ takenAt: '2026-07-01T03:30:00.000Z' })
  await late.where('appointmentId', '=', second._id).execute()
  expect(await monthOf('2026-06')).toEqual({
    days: 30,
    taken: [
      { day: '2026-06-05', taken: first.price },
      { day: '2026-06-30', taken: second.price },
    ],
  })
  expect(await monthOf('2026-07')).toEqual({ days: 31, taken: [] })
  await accepted(await removePayment(paid))
  expect((await monthOf('2026-06')).taken).toHaveLength(1)
  const wrong = await request(portal, 'GET', '/staff/collected?month=9999-12', staff)
  expect(await wrong.json()).toMatchObject({ issues: [{ path: 'month', code: 'month_malformed' }] })
})

test('money taken in the hour before a skipped midnight is counted on the day that ends then', async () => {
  const { portal, staff } = await openDesk()
  const { reader, query } = portal.database
  const booked = await accepted(await bookFor(portal, staff, { email: null }))
  await accepted(await actsOf(portal, staff).payAtDesk(booked))
  // Half past eleven in Santiago, whose clocks go from midnight to one o'clock.
  await query.updateTable('deskPayments').set({ takenAt: '2026-09-06T03:30:00.000Z' }).execute()
  const clinic = { timeZone: 'America/Santiago', testMode: false }
  const { days } = await readCollected(reader, '2026-09', clinic)
  expect(days.filter(({ taken }) => taken !== 0)).toEqual([
    { day: '2026-09-05', taken: booked.price },
  ])
})
