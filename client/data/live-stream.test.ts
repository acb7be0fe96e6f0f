import { expect, test } from 'vitest'
import { watchSilence } from './live-stream.ts'

/** Timers that run when the test advances the time. */
function fakeTimers() {
  let now = 0
  const due = new Map<object, { at: number; act: () => void }>()
  return {
    timers: {
      start(act: () => void, ms: number) {
        const timer = setTimeout(() => {}, 0)
        clearTimeout(timer)
        due.set(timer, { at: now + ms, act })
        return timer
      },
      stop: (timer: object | undefined) => void (timer && due.delete(timer)),
    },
    pass(ms: number) {
      now += ms
      for (const [timer, { at, act }] of due) {
        if (at > now) continue
        due.delete(timer)
        act()
      }
    },
  }
}

test('a stream that receives no data within the timeout is reported silent exactly once', () => {
  const { timers, pass } = fakeTimers()
  let silent = 0
  const silence = watchSilence(50, () => (silent += 1), timers)
  silence.received()
  pass(40)
  silence.received()
  pass(40)
  expect(silent).toBe(0)
  pass(10)
  expect(silent).toBe(1)
  pass(500)
  expect(silent).toBe(1)
  silence.received()
  silence.stop()
  pass(500)
  expect(silent).toBe(1)
})
