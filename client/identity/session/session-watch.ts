import { onAccessTokenChange, readAccessToken } from '../../data/access-token.ts'
import { onMoving } from '../../data/moving.ts'
import { dropSession, refreshSession } from './session-changes.ts'
import { readSessionState, setSessionState } from './session-state.ts'
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
  const retry = () => {
    if (readSessionState().status === 'loading' || signOutIsUnfinished()) refresh()
  }
  const wakeUp = () => {
    if (document.visibilityState !== 'visible') return
    renewIfDue()
    retry()
  }
  document.addEventListener('visibilitychange', wakeUp, { signal })
  // A page out of the back-forward cache is as old as the day it was left.
  window.addEventListener('pageshow', (event) => event.persisted && refresh(), { signal })
  window.addEventListener('online', retry, { signal })
  const stopMoving = onMoving((isMoving) => {
    if (!isMoving) retry()
  })
  if (readAccessToken() !== null || signOutIsUnfinished()) refresh()
  else if (readSessionState().status === 'loading') {
    setSessionState({ status: 'anonymous', assumed: true })
  }
  return () => {
    stop.abort()
    stopTokens()
    stopMoving()
  }
}
