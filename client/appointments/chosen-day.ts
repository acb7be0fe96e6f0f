import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import { nextPickableDay, whyUnpickable } from '../domain/pickable-days.ts'
import { dayTexts } from './day-texts.ts'
import type { Choice } from './use-choice.ts'

type ChosenDay = {
  /** `null` at a clinic without a single day to book. */
  day: Day | null
  /** Why this is not the day of the address. */
  note: string | null
}

/** The day to show: the one in the address if it can be picked, else the next that can. */
export function chosenDay(
  language: Language,
  calendar: BookingCalendar,
  choice: Pick<Choice, 'day'> & { isDayWrong: boolean },
): ChosenDay {
  const { today } = calendar
  if (choice.day === null) {
    const note = choice.isDayWrong ? dayTexts[language].unread : null
    return { day: nextPickableDay(calendar, today), note }
  }
  const note = whyNot(language, calendar, choice.day)
  const day = nextPickableDay(calendar, choice.day) ?? nextPickableDay(calendar, today)
  return { day, note }
}

function whyNot(language: Language, calendar: BookingCalendar, day: Day): string | null {
  const t = dayTexts[language]
  const date = showDay(language, day)
  switch (whyUnpickable(calendar, day)) {
    case null:
      return null
    case 'past':
      return t.past(date)
    case 'too_far':
      return t.tooFar(date, showDay(language, calendar.lastDay))
    case 'closed': {
      const reason = calendar.closures.find((closure) => closure.day === day)?.reason
      return reason ? t.closedFor(date, reason) : t.closed(date)
    }
  }
}
