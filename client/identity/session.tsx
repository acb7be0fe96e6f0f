import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { endSession, refreshSession } from './session-changes.ts'
import {
  onSessionState,
  prerenderedSessionState,
  readSessionState,
  type SessionState,
} from './session-state.ts'
import { watchSession } from './session-watch.ts'

export type Session = SessionState & {
  /** Asks the server anew; rejects where it cannot be reached. */
  refresh(): Promise<void>
  /** Ends the session, removes the token and goes to /home, come what may. */
  signOut(): Promise<void>
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

  const session = useMemo(() => {
    async function signOut() {
      const told = endSession(key)
      navigate(paths.homeAlias)
      if (await told) return
      toast.error(
        'You are signed out on this screen, but we could not reach the clinic to tell it. We will as soon as you are online; please keep this page open until then.',
      )
    }
    return { ...state, refresh: refreshSession, signOut }
  }, [state, navigate, key])

  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  return useContext(SessionContext)
}
