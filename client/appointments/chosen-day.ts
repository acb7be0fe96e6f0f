import type { BookingCalendar } from '../../contract/clinic.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import { nextPickableDay, whyUnpickable } from './pickable-days.ts'
import type { Choice } from './url-choice.ts'

type ChosenDay = {
  /** `null` at a clinic without a single day to book. */
  day: Day | null
  /** Why this is not the day of the address. */
  note: string | null
}

/** The day to show: the one in the address if it can be picked, else the next that can. */
export function chosenDay(
  calendar: BookingCalendar,
  choice: Pick<Choice, 'day'> & { isDayWrong: boolean },
): ChosenDay {
  const { today } = calendar
  if (choice.day === null) {
    const note = choice.isDayWrong ? 'We could not read the date in this address.' : null
    return { day: nextPickableDay(calendar, today), note }
  }
  const note = whyNot(calendar, choice.day)
  const day = nextPickableDay(calendar, choice.day) ?? nextPickableDay(calendar, today)
  return { day, note }
}

function whyNot(calendar: BookingCalendar, day: Day): string | null {
  const date = formatDay(day)
  switch (whyUnpickable(calendar, day)) {
    case null:
      return null
    case 'past':
      return `${date} has passed.`
    case 'too_far':
      return `${date} is too far ahead: you can book up to ${formatDay(calendar.lastDay)}.`
    case 'closed': {
      const reason = calendar.closures.find((closure) => closure.day === day)?.reason
      return reason ? `We are closed on ${date}: ${reason}.` : `We are closed on ${date}.`
    }
  }
}
