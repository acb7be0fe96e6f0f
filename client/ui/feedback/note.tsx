import type { ReactNode } from 'react'
import './note.css'

/** One calm sentence about something that is not as the patient asked, read out when it appears. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className="note" role="status">
      {children}
    </div>
  )
}
