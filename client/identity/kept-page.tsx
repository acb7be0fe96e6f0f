import { Activity, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { lazyPage } from '../app/feature-route.tsx'
import { isAnythingUnsaved } from '../data/unsaved.ts'
import { holdTab } from '../forms/leaving.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { withOrigin } from './origin.ts'
import type { Session } from './session/session.tsx'

const SignInForms = lazyPage(async () => {
  const file = await import('./login-page.tsx').catch(() => undefined)
  return file?.SignInAgain ?? ToLogin
})

/** Where the forms did not load, the typed text is lost, as it is with any page that has to be loaded again. */
function ToLogin() {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={withOrigin(paths.login, pathname + search + hash)} />
}

/** Signs in at the address of the kept page. */
export function SignInAgain() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <SignInForms />
    </Suspense>
  )
}

/**
 * Decides whether a page stays when its session ends: if a form on it, or in a dialog over it, holds something
 * that is not saved. It stays until its owner has signed in again, another account has, or it is left.
 */
export function useKept(session: Session) {
  const user = session.user?.id
  const [owner, setOwner] = useState(user)
  const [kept, setKept] = useState<{ focused: Element | null }>()
  const hasEnded = session.status === 'anonymous' && session.signedOutAt === undefined

  if (user !== undefined && user !== owner) {
    setOwner(user)
    setKept(undefined)
  } else if (hasEnded && owner !== undefined && !kept && isAnythingUnsaved()) {
    setKept({ focused: document.activeElement })
  }

  useFetchedForms()
  useEffect(() => (kept ? hold() : undefined), [kept])
  const focused = useRef<Element>(null)
  useEffect(() => {
    const last = focused.current
    focused.current = kept?.focused ?? null
    if (!kept && last instanceof HTMLElement) last.focus()
  }, [kept])

  return { owner, isKept: kept !== undefined, comeBack: () => setKept(undefined) }
}

/** Fetched at the first input: after an update of the portal, the forms of this version may be gone. */
function useFetchedForms() {
  useEffect(() => {
    const preload = () => void SignInForms.preload()
    window.addEventListener('input', preload, { once: true })
    return () => window.removeEventListener('input', preload)
  }, [])
}

function hold(): () => void {
  const release = holdTab()
  return () => {
    release()
    // Not part of this script: the library comes with it. Where it does not load, nothing was read.
    import('../data/use-read.ts').then(
      ({ forgetSetAside }) => forgetSetAside(),
      () => {},
    )
  }
}

type KeptPageProps = { isHidden: boolean; children: ReactNode }

/**
 * A page that can be hidden with its dialogs: what it follows and reads by itself stops, and it is not rendered
 * without the account that it belongs to.
 */
export function KeptPage({ isHidden, children }: KeptPageProps) {
  return (
    <Activity mode={isHidden ? 'hidden' : 'visible'}>
      <Suspense fallback={<PageSpinner />}>
        <AsLastRendered when={isHidden}>{children}</AsLastRendered>
      </Suspense>
    </Activity>
  )
}

const never = new Promise<never>(() => {})

function AsLastRendered({ when, children }: { when: boolean; children: ReactNode }) {
  if (when) use(never)
  return children
}
