import { lazy, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Navigate, useLocation } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { Capability } from '../../contract/roles.ts'
import { useMoving } from '../data/moving.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { loadToaster } from '../ui/feedback/toast.ts'
import { KeptPage, SignInAgain, useKept } from './kept-page.tsx'
import { withOrigin } from './origin.ts'
import { useMay, useStaff } from './own-role.ts'
import { type Session, useKnownSession, useSession } from './session/session.tsx'
import { refreshSession, sessionCalls } from './session/session-changes.ts'

const guardTexts = defineTexts({
  en: {
    noAccountTitle: 'We could not look up your account',
    noAccount: 'The connection may be gone. Nothing you have booked is affected.',
    noAccountMoving:
      'The portal is being moved to another server. This page comes back by itself in a few minutes, and nothing you have booked is affected.',
    noRightsTitle: 'We could not look up whether you may see this',
    noRights: 'The connection may be gone. Nothing was changed.',
  },
  es: {
    noAccountTitle: 'No pudimos consultar su cuenta',
    noAccount: 'Quizá no haya conexión. Lo que tiene reservado sigue igual.',
    noAccountMoving:
      'El portal se está trasladando a otro servidor. Esta página volverá por sí sola en unos minutos, y lo que tiene reservado sigue igual.',
    noRightsTitle: 'No pudimos comprobar si puede ver esto',
    noRights: 'Quizá no haya conexión. No se cambió nada.',
  },
})

/**
 * Shows a page to who is signed in; others are sent to sign in and come back afterwards. A page with something
 * typed stays, hidden, when its session ends.
 */
export function Guard({ children }: { children: ReactNode }) {
  const session = useKnownSession()
  const { owner, isKept, comeBack } = useKept(session)
  const isSignedIn = session.status === 'signedIn'
  const hasEnded = session.status === 'anonymous' && session.ended === true

  useEffect(() => {
    // The last messages may name patients.
    if (hasEnded) clearMessages().catch(() => {})
  }, [hasEnded])

  return (
    <>
      {isKept && (isSignedIn ? <RoleAgain onKnown={comeBack} /> : <SignInAgain />)}
      {!isKept && session.status !== 'signedIn' && <NotSignedIn session={session} />}
      {(isKept || isSignedIn) && (
        <KeptPage key={owner} isHidden={isKept}>
          {children}
        </KeptPage>
      )}
    </>
  )
}

async function clearMessages() {
  const { clear } = await loadToaster()
  clear()
}

function NotSignedIn({ session }: { session: Exclude<Session, { status: 'signedIn' }> }) {
  const t = useTexts(guardTexts)
  const isMoving = useMoving()
  const { key, pathname, search, hash } = useLocation()

  if (session.status === 'anonymous') {
    // The page that one signs out on must not ask to sign in while it is being left.
    const left = session.signedOutAt?.key === key && session.signedOutAt.to
    // Specification section 4; whichever call on that page is the first to learn it.
    const home = session.ended && pathname === paths.dashboard && paths.homeAlias
    const login = withOrigin(paths.login, pathname + search + hash)
    return <Navigate replace to={left || home || login} />
  }
  if (!session.failed) return <PageSpinner />
  return (
    <div className="page">
      <ErrorState title={t.noAccountTitle} onRetry={() => void session.refresh().catch(() => {})}>
        {isMoving ? t.noAccountMoving : t.noAccount}
      </ErrorState>
    </div>
  )
}

const NotForRole = lazy(async () => {
  const { NotForRole } = await import('../app/not-for-role.tsx')
  return { default: NotForRole }
})

type StaffOnlyProps = { needs: Capability; children: ReactNode }

/**
 * Shows a page to staff whose role allows it. Other staff are informed that theirs does not; any other
 * signed-in account is signed out and sent to sign in.
 */
export function StaffOnly({ needs, children }: StaffOnlyProps) {
  const { signOut } = useSession()
  const { status, retry } = useStaff()
  const may = useMay()
  usePresence(status === 'yes')

  useEffect(() => {
    if (status === 'no') void signOut(paths.login)
  }, [status, signOut])

  if (status === 'yes') return may(needs) ? children : <NotForRole />
  return <RoleUnknown hasFailed={status === 'failed'} onRetry={retry} />
}

function RoleUnknown({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const t = useTexts(guardTexts)
  if (!hasFailed) return <PageSpinner />
  return (
    <ErrorState title={t.noRightsTitle} onRetry={onRetry}>
      {t.noRights}
    </ErrorState>
  )
}

/** The kept page must not see the moment in which the role of who has signed in again is unknown. */
function RoleAgain({ onKnown }: { onKnown: () => void }) {
  const { status, retry } = useStaff()
  const isKnown = status === 'yes' || status === 'no'
  const comeBack = useEffectEvent(onKnown)
  useEffect(() => {
    if (isKnown) comeBack()
  }, [isKnown])
  return <RoleUnknown hasFailed={status === 'failed'} onRetry={retry} />
}

/** Milliseconds; far below the shortest idle time that makes sense. */
const step = 60_000

/**
 * Notifies the server of activity on a staff page: a session without activity ends, and requests that a page
 * makes by itself do not count. If the session has ended, the page's guard asks to sign in.
 */
function usePresence(isStaff: boolean) {
  useEffect(() => {
    if (!isStaff) return
    const stop = new AbortController()
    let saidAt = 0
    async function say() {
      if (Date.now() - saidAt < step) return
      saidAt = Date.now()
      const { notePresence } = await sessionCalls()
      if (!(await notePresence())) await refreshSession()
    }
    const sayQuietly = () => void say().catch(() => {})
    for (const sign of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(sign, sayQuietly, { signal: stop.signal, passive: true })
    }
    return () => stop.abort()
  }, [isStaff])
}
