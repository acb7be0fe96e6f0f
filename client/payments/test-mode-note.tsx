import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

/** The one that always works, never broken over two lines. */
export function TestNumber() {
  return <span className="test-mode-number">4242 4242 4242 4242</span>
}

/** Nobody should wonder whether this costs money. */
export function TestModeNote({ children }: { children: ReactNode }) {
  return (
    <div className="test-mode">
      <Icon of={FlaskConical} />
      <p>
        <strong>Test mode.</strong> {children}
      </p>
    </div>
  )
}
