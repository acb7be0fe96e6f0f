import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { backOff, startWorker } from './worker.ts'

/** A worker that rests for an hour, and its turns: each waits until it is ended. */
function workWithoutRest() {
  const turns: { number: number; end: (isBusy: boolean) => void }[] = []
  let begun = () => {}
  const worker = startWorker(3_600_000, (number) => {
    return new Promise((end) => {
      turns.push({ number, end })
      begun()
    })
  })
  onTestFinished(() => {
    for (const { end } of turns) end(false)
    return worker.stop()
  })
  const nextTurn = () =>
    new Promise<void>((resolve) => {
      begun = resolve
    })
  return { worker, turns, nextTurn }
}

test('a worker woken during a turn starts the next one immediately', async () => {
  const { worker, turns, nextTurn } = workWithoutRest()
  expect(turns.map(({ number }) => number)).toEqual([0])
  const next = nextTurn()
  worker.wake()
  turns[0]?.end(false)
  await next
  expect(turns.map(({ number }) => number)).toEqual([0, 1])
})

test('a turn that finds more to do is followed by another without a delay', async () => {
  const { turns, nextTurn } = workWithoutRest()
  const next = nextTurn()
  turns[0]?.end(true)
  await next
  expect(turns).toHaveLength(2)
})

test('a stop waits for the current turn, and no other turn starts', async () => {
  const { worker, turns } = workWithoutRest()
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  worker.wake()
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  turns[0]?.end(true)
  await stopped
  expect(turns).toHaveLength(1)
})

test('retry delays double from the first up to the longest', () => {
  const delays = { firstMs: 15_000, longestMs: 3_600_000 }
  expect([1, 2, 3, 9, 60].map((attempts) => backOff(attempts, delays))).toEqual([
    15_000, 30_000, 60_000, 3_600_000, 3_600_000,
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (attempts) => {
      expect(backOff(attempts + 1, delays)).toBeGreaterThanOrEqual(backOff(attempts, delays))
    }),
  )
})
