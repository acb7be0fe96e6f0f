import { onAccessTokenChange } from './access-token.ts'
import { dropSession, refreshSession } from './session-changes.ts'
import { readSessionState } from './session-state.ts'
import { postponeRenewal, renewIfDue } from './token-renewal.ts'
import { signOutIsUnfinished } from './unfinished-sign-out.ts'

/** Loads the session and keeps it true: other tabs, sleep, lost networks, the way back. */
export function watchSession() {
  const refresh = () => void refreshSession().catch(() => {})
  const stop = new AbortController()
  const { signal } = stop

  const stopTokens = onAccessTokenChange((token) => {
    if (token === null) {
      if (readSessionState().status === 'signedIn') dropSession()
      return
    }
    postponeRenewal()
    refresh()
  })
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && renewIfDue(),
    { signal },
  )
  // A page out of the back-forward cache is as old as the day it was left.
  window.addEventListener('pageshow', (event) => event.persisted && refresh(), { signal })
  window.addEventListener(
    'online',
    () => {
      if (readSessionState().status === 'loading' || signOutIsUnfinished()) refresh()
    },
    { signal },
  )
  refresh()
  return () => {
    stop.abort()
    stopTokens()
  }
}
