import type { Day } from '../../contract/date.ts'

/** A day on which something changed; `*` when any day may have. */
export type Changed = Day | '*'

/** `lost`: what is shown may be up to half a minute old. */
export type LiveState = 'connecting' | 'live' | 'lost'

type Follower = {
  /** Also called for changes that may have been missed. */
  onChange: (changed: Changed) => void
  onState?: (state: LiveState) => void
}

const askAgainMs = 30_000
/** The server sends a heartbeat every 20 seconds; two of them may be late. */
const silentMs = 50_000
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Follows a stream of changes while the tab is visible: a browser allows six connections for all tabs of a
 * site, so a hidden tab has none. A broken stream is reopened after a delay that grows with each try; until
 * then a timer and focusing the window report that anything may have changed. Returns a function to stop.
 */
export function followStream(address: string, { onChange, onState }: Follower): () => void {
  let stream: EventSource | null = null
  let state: LiveState = 'connecting'
  let tries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const silence = watchSilence(silentMs, onBroken)

  function become(next: LiveState) {
    state = next
    onState?.(next)
  }

  function open() {
    close()
    stream = new EventSource(address)
    stream.addEventListener('open', () => {
      tries = 0
      silence.received()
      become('live')
      // Changes before this moment were not received.
      onChange('*')
    })
    stream.addEventListener('day', (event: MessageEvent<unknown>) => {
      silence.received()
      onChange(String(event.data))
    })
    stream.addEventListener('beat', silence.received)
    stream.addEventListener('error', onBroken)
    // A frozen server accepts the connection and sends nothing.
    silence.received()
  }

  function onBroken() {
    close()
    become('lost')
    retry = setTimeout(open, waitMs(tries))
    tries += 1
  }

  function close() {
    silence.stop()
    clearTimeout(retry)
    stream?.close()
    stream = null
  }

  const stopLooking = watchWindow({
    onHidden: close,
    onShown() {
      if (state === 'lost') onChange('*')
      open()
    },
    onLook: () => state !== 'live' && onChange('*'),
  })
  if (document.visibilityState === 'visible') open()
  return () => {
    stopLooking()
    close()
  }
}

type Timers = {
  start: (act: () => void, ms: number) => ReturnType<typeof setTimeout>
  stop: (timer: ReturnType<typeof setTimeout> | undefined) => void
}

/** Wrapped in functions: a browser's own timers throw when called as methods of another object. */
const browserTimers: Timers = {
  start: (act, ms) => setTimeout(act, ms),
  stop: (timer) => clearTimeout(timer),
}

/** Calls `onSilent` once when nothing has arrived for so long. */
export function watchSilence(ms: number, onSilent: () => void, timers = browserTimers) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => timers.stop(timer)
  return {
    received() {
      stop()
      timer = timers.start(onSilent, ms)
    },
    stop,
  }
}

/** Half of it is random: after a restart the server must not get all clients at once. */
function waitMs(tries: number): number {
  const longest = Math.min(firstWaitMs * 2 ** tries, longestWaitMs)
  return longest / 2 + (Math.random() * longest) / 2
}

type Window = { onHidden: () => void; onShown: () => void; onLook: () => void }

/** `onLook`: periodically, and whenever the window gets the focus. */
function watchWindow({ onHidden, onShown, onLook }: Window): () => void {
  const isHidden = () => document.visibilityState === 'hidden'
  const onVisibility = () => (isHidden() ? onHidden() : onShown())
  const look = () => !isHidden() && onLook()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onVisibility)
  window.addEventListener('focus', look)
  const clock = setInterval(look, askAgainMs)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onVisibility)
    window.removeEventListener('focus', look)
    clearInterval(clock)
  }
}
