import { defineTexts } from '../../../contract/language.ts'
import { useTexts } from '../../i18n/language.tsx'
import './spinner.css'

const oneMoment = defineTexts({ en: 'One moment…', es: 'Un momento…' })

/** The turning ring alone, for inside a button or a line of text that says what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

type PageSpinnerProps = {
  /** Lies over the whole window; what is under it stays mounted. */
  cover?: boolean
}

/** Says that a whole page is on its way. */
export function PageSpinner({ cover = false }: PageSpinnerProps) {
  const text = useTexts(oneMoment)
  return (
    <div className={cover ? 'page-spinner page-spinner-cover' : 'page-spinner'} role="status">
      <Spinner />
      {text}
    </div>
  )
}
