import { expect, test, vi } from 'vitest'
import { openLiveStream } from './live-stream.ts'

test('a stream whose client has not read a heartbeat ends with the next one', () => {
  const onLeave = vi.fn()
  const { beat } = openLiveStream(onLeave)
  beat()
  expect(onLeave).not.toHaveBeenCalled()
  beat()
  expect(onLeave).toHaveBeenCalledOnce()
  beat()
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a stream whose client reads goes on', async () => {
  const onLeave = vi.fn()
  const { beat, response, close } = openLiveStream(onLeave)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: ': listening\n\n' })
  for (const _ of ['first', 'second', 'third']) {
    beat()
    expect(await reader?.read()).toEqual({ done: false, value: 'event: beat\ndata: here\n\n' })
  }
  expect(onLeave).not.toHaveBeenCalled()
  close()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  expect(onLeave).toHaveBeenCalledOnce()
})
