import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/page-paths.ts'
import { onAccessTokenChange, readAccessToken } from '../../data/access-token.ts'
import { onMoving } from '../../data/moving.ts'
import { currentLanguage } from '../../i18n/language.tsx'
import { loadToaster, toast } from '../../ui/feedback/toast.ts'
import {
  dropSession,
  endSession,
  postponeRenewal,
  refreshSession,
  renewIfDue,
  sessionCalls,
} from './session-changes.ts'
import {
  onSessionState,
  prerenderedSessionState,
  readSessionState,
  type SessionState,
  setSessionState,
} from './session-state.ts'
import { signOutIsUnfinished } from './unfinished-sign-out.ts'

export type Session = SessionState & {
  /** Asks the server again; rejects where it cannot be reached. */
  refresh(): Promise<void>
  /** Ends the session, removes the token and goes to /home or another page, come what may. */
  signOut(to?: string): Promise<void>
}

const SessionContext = createContext<Session>({
  status: 'loading',
  refresh: refreshSession,
  signOut: async () => {},
})

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(onSessionState, readSessionState, prerenderedSessionState)
  const navigate = useNavigate()
  const { key } = useLocation()

  useEffect(watchSession, [])
  useEffect(() => {
    if (state.status === 'signedIn') loadToaster().catch(() => {})
  }, [state.status])

  const session = useMemo(() => {
    async function signOut(to: string = paths.homeAlias) {
      const told = endSession({ key, to })
      navigate(to)
      if (await told) return
      // Loaded when the session was; the network is gone.
      const { signedOutHere } = await sessionCalls()
      toast.error(signedOutHere[currentLanguage()])
    }
    return { ...state, refresh: refreshSession, signOut }
  }, [state, navigate, key])

  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  return useContext(SessionContext)
}

/** For pages that must be sure: asks the server if the state is only assumed. */
export function useKnownSession(): Session {
  const session = useSession()
  const { refresh, signOut } = session
  const assumed = session.status === 'anonymous' && session.assumed === true

  useEffect(() => {
    if (assumed) refresh().catch(() => {})
  }, [assumed, refresh])

  return assumed ? { status: 'loading', refresh, signOut } : session
}

/** Loads the session and keeps it true: other tabs, sleep, lost networks, the way back. */
function watchSession() {
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
