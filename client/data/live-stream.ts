import type { Day } from '../../contract/date.ts'

/** A day on which something changed; `*` when any day may have. */
export type Changed = Day | '*'

/** `lost`: what is shown may be up to half a minute old. */
export type LiveState = 'connecting' | 'live' | 'lost'

type Follower = {
  /** Also for whatever may have changed unheard. */
  onChange: (changed: Changed) => void
  onState?: (state: LiveState) => void
}

const askAgainMs = 30_000
/** The server sends a sign every 20 seconds; two of its signs may be late. */
const silentMs = 50_000
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Follows a stream of changes while the tab is looked at: a browser has six connections for all tabs
 * of a site, so a hidden one listens to nothing. A stream that breaks is opened again after a while
 * that grows with each try; meanwhile the clock and a look at the window say that anything may have
 * changed. Answers how to stop.
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
      // What changed before this moment was said to nobody.
      onChange('*')
    })
    stream.addEventListener('day', (event: MessageEvent<unknown>) => {
      silence.received()
      onChange(String(event.data))
    })
    stream.addEventListener('beat', silence.received)
    stream.addEventListener('error', onBroken)
    // A server that is frozen takes the connection and says nothing.
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

/** As functions of their own: a browser's refuse to be called as methods of something else. */
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

/** Half of it is chance: a server that comes back must not meet all its readers at once. */
function waitMs(tries: number): number {
  const longest = Math.min(firstWaitMs * 2 ** tries, longestWaitMs)
  return longest / 2 + (Math.random() * longest) / 2
}

type Window = { onHidden: () => void; onShown: () => void; onLook: () => void }

/** `onLook`: now and then, and whenever somebody turns to the window. */
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
