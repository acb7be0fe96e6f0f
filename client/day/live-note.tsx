import { useSyncExternalStore } from 'react'
import { readLiveState, watchLiveState } from './live.ts'
import './live-note.css'

const texts = { connecting: '', live: 'Live', lost: 'Reconnecting…' } as const

/** Whether what is shown follows what others do. */
export function LiveNote() {
  const state = useSyncExternalStore(watchLiveState, readLiveState, readLiveState)
  return (
    <p className="live-note" role="status" data-state={state}>
      {texts[state]}
    </p>
  )
}
