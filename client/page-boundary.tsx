import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from './ui/error-state.tsx'

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <ErrorState title="This page did not load" onRetry={() => window.location.reload()}>
          The connection may be gone, or we have just updated the portal. Nothing you have booked is
          affected.
        </ErrorState>
      </div>
    )
  }
}

/** Catches a page whose script did not arrive (offline, or a new version since); leaving heals it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}
