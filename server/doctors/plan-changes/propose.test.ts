import { expect, test } from 'vitest'
import { nine, openIll, toSame, wholeDay } from '../../testing/desk.ts'
import { booked, signIn } from '../../testing/portal.ts'

test('the proposals for two patients never share a slot or overlap their other appointments', async () => {
  const { absent, affected, portal, people, rest } = await openIll([nine, '9:30 AM - 10:00 AM'])
  // Bo has a patient at nine: the first appointment can only move, and not onto the second's.
  const joe = await signIn(portal, 'joe@patients.example')
  await booked(portal, joe, { slot: nine, doctor: rest[0] ?? '' })
  const jane = people[0]?.person ?? joe
  await booked(portal, jane, { slot: '10:30 AM - 11:00 AM', treatment: 1 })
  const [first, second] = await affected(await absent())
  expect(first?.proposal?.same).toBe(null)
  expect(first?.proposal?.times.map(({ slot }) => slot)).toEqual([
    '9:30 AM - 10:00 AM',
    '10:00 AM - 10:30 AM',
    '11:00 AM - 11:30 AM',
  ])
  expect(second?.proposal?.same).toBe(null)
  expect(second?.proposal?.times[0]?.slot).toBe('10:00 AM - 10:30 AM')
})

test('the new time is on no day on which the patient has that treatment, whether it stays there or is affected itself', async () => {
  const last = '4:30 PM - 5:00 PM'
  const { absent, affected, goIll, settle, portal, people, rest, ada } = await openIll([last])
  const [tuesday, wednesday] = ['2026-06-09', '2026-06-10']
  const bo = rest[0] ?? ''
  // Bo has a patient then: the appointment can only move to another day.
  await booked(portal, await signIn(portal, 'joe@patients.example'), { slot: last, doctor: bo })
  const jane = people[0]?.person
  if (!jane) throw new Error('nobody has booked')
  await booked(portal, jane, { slot: nine, doctor: ada, date: tuesday })
  await booked(portal, jane, { slot: nine, doctor: bo, date: wednesday })
  const away = { ...wholeDay, to: tuesday }
  const [first, second] = await affected(await absent(away))
  expect(first?.proposal?.same).toBe(null)
  expect(first?.proposal?.times[0]?.date).toBe('Jun 11, 2026')
  expect(second?.proposal?.same).toMatchObject({ date: 'Jun 9, 2026', doctor: bo })
  const { shown, change } = await goIll(away)
  const choices = shown.map((one) => ({
    ...toSame(one),
    to: one.proposal?.same ?? one.proposal?.times[0],
  }))
  const settled = await settle(change, ...choices)
  expect(settled.map(({ failed }) => failed)).toEqual([null, null])
})
