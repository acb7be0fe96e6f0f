import { useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { readLiveState, watchLiveState } from './live.ts'
import './live-note.css'
import { dayTexts } from './texts.ts'

/** Whether what is shown follows what others do. */
export function LiveNote() {
  const { live, lost } = useTexts(dayTexts)
  const state = useSyncExternalStore(watchLiveState, readLiveState, readLiveState)
  return (
    <p className="live-note" role="status" data-state={state}>
      {{ connecting: '', live, lost }[state]}
    </p>
  )
}
