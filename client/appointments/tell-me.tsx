import { Link } from 'react-router'
import type { Day } from '../../contract/date.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { dayTexts } from './day-texts.ts'

/** The way into the waiting line for a day on which something is full. */
export function TellMe({ day }: { day: Day }) {
  const { tellMe } = useTexts(dayTexts)
  return (
    <p>
      <Link to={paths.askSlot({ day })}>{tellMe}</Link>
    </p>
  )
}
