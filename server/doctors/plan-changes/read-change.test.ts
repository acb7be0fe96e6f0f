import { expect, test } from 'vitest'
import { nine, openIll, toSame } from '../../testing/desk.ts'

const slots = [nine, '9:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM']

test('a change is read page by page: what is left to decide comes first, with proposals of its page alone', async () => {
  const { goIll, read, settle } = await openIll(slots)
  const { shown, change } = await goIll()
  const first = await read(change, '?limit=3')
  expect(first).toMatchObject({ counts: { left: 4 }, days: ['2026-06-08'] })
  expect(first.rows.map(({ before, same }) => [before.slot, same?.doctorName])).toEqual(
    slots.slice(0, 3).map((slot) => [slot, 'Bo']),
  )
  const pageAfter = ({ next }: typeof first, limit = 3) =>
    read(change, `?limit=${limit}&after=${encodeURIComponent(next ?? '')}`)
  const last = await pageAfter(first)
  expect(last.rows.map(({ before }) => before.slot)).toEqual(slots.slice(3))
  expect(last.next).toBeNull()

  // What is decided meanwhile goes behind what is left, and the page after an earlier one leaves nothing out.
  await settle(change, ...shown.slice(0, 2).map(toSame))
  const rest = await pageAfter(first)
  expect(rest.counts).toEqual({ left: 2, waiting: 2 })
  expect(rest.rows.map(({ before, answer }) => [before.slot, answer])).toEqual([
    [slots[3], 'left'],
    [slots[0], 'waiting'],
    [slots[1], 'waiting'],
  ])
  const whole = await read(change)
  expect(whole.rows.map(({ answer }) => answer)).toEqual(['left', 'left', 'waiting', 'waiting'])
  expect(whole.next).toBeNull()
})
