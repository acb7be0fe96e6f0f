import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { lazyPage } from './feature-route.tsx'

const notLoaded = defineTexts({
  en: 'This page did not load',
  es: 'Esta página no se pudo cargar',
})

/**
 * Fetched after the first view, so that it is available when the network is gone; otherwise only its title is
 * shown.
 */
const NotLoaded = lazyPage<{ title: string }>(async () => {
  const file = await import('./not-loaded.tsx').catch(() => undefined)
  return file?.NotLoaded ?? TitleAlone
})

export const preloadNotLoaded = NotLoaded.preload

function TitleAlone({ title }: { title: string }) {
  return (
    <p className="page" role="alert">
      {title}
    </p>
  )
}

function Failed() {
  return (
    <Suspense fallback={null}>
      <NotLoaded title={useTexts(notLoaded)} />
    </Suspense>
  )
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

/**
 * Catches a page whose script did not load (offline, or a new version was deployed); navigating away resets it.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}
