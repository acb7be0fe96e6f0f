import { useEffectEvent, useSyncExternalStore } from 'react'
import { defineTexts } from '../../../contract/language.ts'
import { scheduleEndpoints } from '../../../contract/schedule/endpoints.ts'
import { type Changed, followStream, type LiveState } from '../../data/live-stream.ts'
import { type Reading, useReloadOn } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import './live.css'

const liveTexts = defineTexts({
  en: { live: 'Live', lost: 'Not live, reconnecting…' },
  es: { live: 'En vivo', lost: 'Sin conexión en vivo, reconectando…' },
})

/** The stream stays open from one staff page to the next. */
const lingerMs = 5_000

let state: LiveState = 'connecting'
let closing: ReturnType<typeof setTimeout> | undefined
let stopFollowing: (() => void) | undefined
const subscribers = new Set<(changed: Changed) => void>()
const stateSubscribers = new Set<() => void>()

/** Loads again, without a word, whenever a change concerns what was read. */
export function useLive<R extends Reading<unknown>>(
  reading: R,
  concerns: (changed: Changed) => boolean = () => false,
): R {
  const isConcerned = useEffectEvent((changed: Changed) => changed === '*' || concerns(changed))
  return useReloadOn(reading, (reload) =>
    subscribe((changed) => {
      if (isConcerned(changed)) reload()
    }),
  )
}

/** Whether what is shown follows what others do. */
export function LiveNote() {
  const { live, lost } = useTexts(liveTexts)
  const current = useSyncExternalStore(subscribeToState, readState, readState)
  return (
    <p className="live-note" role="status" data-state={current}>
      {{ connecting: '', live, lost }[current]}
    </p>
  )
}

/** Calls `onChange` for every day that changes; '*' where any day may have, unnoticed. */
function subscribe(onChange: (changed: Changed) => void): () => void {
  subscribers.add(onChange)
  clearTimeout(closing)
  stopFollowing ??= followStream(scheduleEndpoints.watchDays.path, {
    onChange(changed) {
      for (const notify of subscribers) notify(changed)
    },
    onState: setState,
  })
  return () => {
    subscribers.delete(onChange)
    if (subscribers.size === 0) closing = setTimeout(stop, lingerMs)
  }
}

function subscribeToState(onChange: () => void): () => void {
  stateSubscribers.add(onChange)
  return () => void stateSubscribers.delete(onChange)
}

function readState(): LiveState {
  return state
}

function setState(next: LiveState) {
  state = next
  for (const notify of stateSubscribers) notify()
}

function stop() {
  stopFollowing?.()
  stopFollowing = undefined
  state = 'connecting'
}
