import type { Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/day-endpoints.ts'

/** A day on which something changed; `*` when any day may have. */
export type Changed = Day | '*'

/** `lost`: what is shown may be up to half a minute old. */
export type LiveState = 'connecting' | 'live' | 'lost'

const askAgainMs = 30_000
/** From one staff page to the next the stream stays open. */
const patienceMs = 5_000

let stream: EventSource | null = null
let state: LiveState = 'connecting'
let leaving: ReturnType<typeof setTimeout> | undefined
let stopWatching: (() => void) | undefined
const hearers = new Set<(changed: Changed) => void>()
const watchers = new Set<() => void>()

/** Calls `hearer` for every day that changes, and for whatever may have changed unheard. */
export function hearChanges(hearer: (changed: Changed) => void): () => void {
  hearers.add(hearer)
  clearTimeout(leaving)
  stopWatching ??= watchTab()
  return () => {
    hearers.delete(hearer)
    if (hearers.size === 0) leaving = setTimeout(stop, patienceMs)
  }
}

export function watchLiveState(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function readLiveState(): LiveState {
  return state
}

function tell(changed: Changed) {
  for (const hearer of hearers) hearer(changed)
}

function become(next: LiveState) {
  state = next
  for (const watcher of watchers) watcher()
}

function open() {
  stream?.close()
  const opened = new EventSource(dayEndpoints.watchDays.path)
  stream = opened
  opened.addEventListener('open', () => {
    become('live')
    // What changed before this moment was said to nobody.
    tell('*')
  })
  opened.addEventListener('day', (event: MessageEvent<unknown>) => tell(String(event.data)))
  // The browser tries again by itself unless it was refused; then the clock does.
  opened.addEventListener('error', () => become('lost'))
}

function close() {
  stream?.close()
  stream = null
}

/** A hidden tab listens to nothing: a browser has six connections for all tabs of a site. */
function watchTab(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return close()
    if (state === 'lost') tell('*')
    open()
  }
  const askAgain = () => {
    if (state === 'live' || document.visibilityState === 'hidden') return
    if (stream?.readyState === EventSource.CLOSED) open()
    tell('*')
  }
  document.addEventListener('visibilitychange', onVisibility)
  const clock = setInterval(askAgain, askAgainMs)
  if (document.visibilityState === 'visible') open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearInterval(clock)
  }
}

function stop() {
  stopWatching?.()
  stopWatching = undefined
  close()
  state = 'connecting'
}
