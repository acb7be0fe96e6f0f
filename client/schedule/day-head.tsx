import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { addDays, type Day } from '../../contract/date.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { dayText } from './day-text.ts'
import { dayTexts } from './texts.ts'

type DayHeadProps = {
  day: Day
  today: Day
  heading: RefObject<HTMLHeadingElement | null>
  onPick: (day: Day) => void
}

/** Which day it is, and the way to the days beside it. */
export function DayHead({ day, today, heading, onPick }: DayHeadProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  return (
    <header className="day-head">
      <h2 id="day-heading" ref={heading} tabIndex={-1}>
        <span aria-live="polite">{dayText(language, day)}</span>
      </h2>
      <div className="day-steps">
        <Button
          variant="quiet"
          className="day-step"
          aria-label={t.previousDay}
          onClick={() => onPick(addDays(day, -1))}
        >
          <Icon of={ChevronLeft} />
        </Button>
        <Button
          variant="quiet"
          aria-pressed={day === today}
          onClick={() => day !== today && onPick(today)}
        >
          {t.today}
        </Button>
        <Button
          variant="quiet"
          className="day-step"
          aria-label={t.nextDay}
          onClick={() => onPick(addDays(day, 1))}
        >
          <Icon of={ChevronRight} />
        </Button>
      </div>
    </header>
  )
}
