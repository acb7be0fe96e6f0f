import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** Reads of a value that end when the test says so, and return the value at their beginning. */
function makeSource() {
  const share = createSharedReads<number>()
  const ends: (() => void)[] = []
  const source = { value: 0, reads: 0 }
  const ask = (key = 'day') =>
    share(key, async () => {
      source.reads += 1
      const { value } = source
      await new Promise<void>((resolve) => ends.push(resolve))
      return value
    })
  const endOne = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  return { source, ask, endOne }
}

test('a call is answered by a read that began after it, never by one already running', async () => {
  const { source, ask, endOne } = makeSource()
  const first = ask()
  source.value = 1
  const later = [ask(), ask(), ask()]
  await endOne()
  expect(await first).toBe(0)
  await endOne()
  expect(await Promise.all(later)).toEqual([1, 1, 1])
  expect(source.reads).toBe(2)
})

test('a call during the shared read waits for the next one', async () => {
  const { source, ask, endOne } = makeSource()
  const first = ask()
  const second = ask()
  await endOne()
  await first
  await expect.poll(() => source.reads).toBe(2)
  source.value = 2
  const third = ask()
  await endOne()
  expect(await second).toBe(0)
  await endOne()
  expect(await third).toBe(2)
})

test('each key is read separately, and again after it was answered', async () => {
  const { source, ask, endOne } = makeSource()
  const both = [ask('one'), ask('other')]
  expect(source.reads).toBe(2)
  await endOne()
  await endOne()
  await Promise.all(both)
  const again = ask('one')
  expect(source.reads).toBe(3)
  await endOne()
  await again
})

test('a failed read fails all calls that share it, and the next call reads again', async () => {
  const share = createSharedReads<number>()
  let fails = true
  const ask = () =>
    share('day', async () => {
      if (fails) throw new Error('gone')
      return 7
    })
  const first = ask()
  const second = ask()
  await expect(first).rejects.toThrow('gone')
  await expect(second).rejects.toThrow('gone')
  fails = false
  expect(await ask()).toBe(7)
})
