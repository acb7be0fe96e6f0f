import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { type Changed, followStream, type LiveState } from '../data/live-stream.ts'

/** From one staff page to the next the stream stays open. */
const patienceMs = 5_000

let state: LiveState = 'connecting'
let leaving: ReturnType<typeof setTimeout> | undefined
let stopFollowing: (() => void) | undefined
const hearers = new Set<(changed: Changed) => void>()
const watchers = new Set<() => void>()

/** Calls `hearer` for every day that changes, and for whatever may have changed unheard. */
export function hearChanges(hearer: (changed: Changed) => void): () => void {
  hearers.add(hearer)
  clearTimeout(leaving)
  stopFollowing ??= followStream(dayEndpoints.watchDays.path, { onChange, onState: become })
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

function onChange(changed: Changed) {
  for (const hearer of hearers) hearer(changed)
}

function become(next: LiveState) {
  state = next
  for (const watcher of watchers) watcher()
}

function stop() {
  stopFollowing?.()
  stopFollowing = undefined
  state = 'connecting'
}
