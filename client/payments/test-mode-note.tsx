import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { paymentTexts } from './texts.ts'

/** The one that always works, never broken over two lines. */
function TestNumber() {
  return <span className="test-mode-number">4242 4242 4242 4242</span>
}

/** What to type in test mode; `parts` stand around the number. */
export function TestHint({ parts: [before, after] }: { parts: readonly string[] }) {
  return (
    <>
      {before}
      <TestNumber />
      {after}
    </>
  )
}

/** Nobody should wonder whether this costs money. */
export function TestModeNote({ children }: { children: ReactNode }) {
  return (
    <div className="test-mode">
      <Icon of={FlaskConical} />
      <p>
        <strong>{useTexts(paymentTexts).testMode}</strong> {children}
      </p>
    </div>
  )
}
