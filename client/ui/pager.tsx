import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../i18n/language.tsx'
import './button.css'
import { Icon } from './icon.tsx'
import './pager.css'
import { uiTexts } from './texts.ts'

type PagerProps = {
  /** What it turns the pages of, e.g. 'Pages of users'. */
  label: string
  /** From 1. */
  page: number
  hasNext: boolean
  /** The page is on its way: presses are ignored. */
  busy?: boolean
  onPrevious: () => void
  onNext: () => void
}

/** Turns the pages of a list; nothing where all of it is on one page. */
export function Pager({ label, page, hasNext, busy = false, onPrevious, onNext }: PagerProps) {
  const t = useTexts(uiTexts)
  if (page === 1 && !hasNext) return null
  // A button at its end stays focusable, so that the keyboard does not lose its place.
  const press = (possible: boolean, turn: () => void) => ({
    type: 'button' as const,
    className: 'button button-quiet pager-button',
    'aria-disabled': !possible || undefined,
    onClick: () => possible && !busy && turn(),
  })
  return (
    <nav className="pager" aria-label={label} aria-busy={busy || undefined}>
      <button {...press(page > 1, onPrevious)}>
        <Icon of={ChevronLeft} />
        {t.previous}
      </button>
      <p className="pager-page" role="status">
        {t.page(page)}
      </p>
      <button {...press(hasNext, onNext)}>
        {t.next}
        <Icon of={ChevronRight} />
      </button>
    </nav>
  )
}
