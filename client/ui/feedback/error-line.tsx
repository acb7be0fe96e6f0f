import type { ReactNode } from 'react'
import './error-line.css'

/** The small red line under a form; read out the moment it appears. */
export function ErrorLine({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="error-line" role="alert">
      {children}
    </p>
  )
}
