import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'

const boundaryTexts = defineTexts({
  en: {
    title: 'This page did not load',
    why: 'The connection may be gone, or we have just updated the portal. Nothing you have booked is affected.',
  },
  es: {
    title: 'Esta página no se pudo cargar',
    why: 'Quizá no haya conexión, o acabamos de actualizar el portal. Lo que tiene reservado sigue igual.',
  },
})

function NotLoaded() {
  const t = useTexts(boundaryTexts)
  return (
    <div className="page">
      <ErrorState title={t.title} onRetry={() => window.location.reload()}>
        {t.why}
      </ErrorState>
    </div>
  )
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <NotLoaded /> : this.props.children
  }
}

/** Catches a page whose script did not arrive (offline, or a new version since); leaving heals it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}
