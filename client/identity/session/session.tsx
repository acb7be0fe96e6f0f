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
import { currentLanguage } from '../../i18n/language.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { endSession, refreshSession } from './session-changes.ts'
import {
  onSessionState,
  prerenderedSessionState,
  readSessionState,
  type SessionState,
} from './session-state.ts'
import { watchSession } from './session-watch.ts'
import { sessionTexts } from './texts-session.ts'

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
    // Bad news comes when the network is gone: what shows it must be here before.
    if (state.status === 'signedIn') import('../../ui/feedback/toaster.tsx').catch(() => {})
  }, [state.status])

  const session = useMemo(() => {
    async function signOut(to: string = paths.homeAlias) {
      const told = endSession({ key, to })
      navigate(to)
      if (await told) return
      toast.error(sessionTexts[currentLanguage()].signedOutHere)
    }
    return { ...state, refresh: refreshSession, signOut }
  }, [state, navigate, key])

  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  return useContext(SessionContext)
}

/** For pages that must be sure: they ask the server where nobody has done so yet. */
export function useKnownSession(): Session {
  const session = useSession()
  const { refresh, signOut } = session
  const assumed = session.status === 'anonymous' && session.assumed === true

  useEffect(() => {
    if (assumed) refresh().catch(() => {})
  }, [assumed, refresh])

  return assumed ? { status: 'loading', refresh, signOut } : session
}
