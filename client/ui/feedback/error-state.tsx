import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
// In the script itself: the network may be what is missing.
import offline from '../art/offline.svg?inline'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = {
  /** What happened, e.g. 'Your appointments did not load'. */
  title: string
  /** What is safe and what to do, e.g. 'Nothing is lost. Please try again in a moment.' */
  children: ReactNode
  onRetry: () => void
  busy?: boolean
}

/** Something did not load: what happened, what is safe, and a way to try again. */
export function ErrorState({ title, children, onRetry, busy = false }: ErrorStateProps) {
  const t = useTexts(sharedTexts)
  return (
    <EmptyState
      role="alert"
      picture={offline}
      title={title}
      action={
        <Button variant="quiet" busy={busy} onClick={onRetry}>
          {t.tryAgain}
        </Button>
      }
    >
      <p>{children}</p>
    </EmptyState>
  )
}
