import { useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Language } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import { read, useRead } from '../data/use-read.ts'
import { nextPickableDay, whyUnpickable } from '../domain/clinic-time.ts'
import { dayTexts } from './day-texts.ts'
import type { Choice } from './use-choice.ts'

type Asked = Pick<Choice, 'day'> & { isDayWrong: boolean }

type ChosenDay = {
  /** `null` at a clinic without a single day to book; `undefined` until it is known. */
  day: Day | null | undefined
  /** Why this is not the day of the address, and what is shown instead. */
  note: string | null
}

/** Before every day of the clinic: from its today on. */
const longAgo = '2000-01-01'

/**
 * The day to show: the one in the address if it can be picked, also where it is full, else the next on
 * which something is free. What was found so stays until the address names another: the day does not
 * change under its reader because its last slot goes.
 */
export function useChosenDay(
  language: Language,
  calendar: BookingCalendar | undefined,
  asked: Asked,
): ChosenDay {
  const why = calendar && asked.day !== null ? whyUnpickable(calendar, asked.day) : null
  const isUnpickable = asked.day === null || why !== null
  const after = asked.day === null || why === 'too_far' ? longAgo : addDays(asked.day, -1)
  const instead = useDayInstead(calendar, asked.day, isUnpickable ? after : null)
  if (!calendar) return { day: undefined, note: null }
  if (!isUnpickable) return { day: asked.day, note: null }
  const note = instead === undefined ? null : noteOf(language, calendar, asked, instead)
  return { day: instead, note }
}

/** The first free day after `after`, where one is looked for, once it is known. */
function useDayInstead(
  calendar: BookingCalendar | undefined,
  asked: Day | null,
  after: Day | null,
): Day | null | undefined {
  const [found, setFound] = useState<{ asked: Day | null; day: Day | null }>()
  const isOver = found?.day != null && calendar !== undefined && found.day < calendar.today
  const isFound = found !== undefined && found.asked === asked && !isOver
  const isWanted = after !== null && !isFound
  const next = useRead(read(endpoints.findNextFreeDay, { query: { date: after ?? longAgo } }), {
    enabled: isWanted,
  })
  const free = next.isCurrent ? next.data?.date : undefined
  const isAnswered = free !== undefined || next.error !== undefined
  if (calendar && isWanted && isAnswered) {
    setFound({ asked, day: dayInstead(calendar, asked, parseDay(free ?? '')) })
  }
  return isFound ? found.day : undefined
}

/** The free day, or where there is none, or it cannot be asked for, one that can be picked. */
export function dayInstead(
  calendar: BookingCalendar,
  asked: Day | null,
  free: Day | null,
): Day | null {
  if (free !== null) return free
  const { today } = calendar
  return nextPickableDay(calendar, asked ?? today) ?? nextPickableDay(calendar, today)
}

/** Why the day of the address is not shown; and which is, where one is. */
export function noteOf(
  language: Language,
  calendar: BookingCalendar,
  asked: Asked,
  shown: Day | null,
): string | null {
  const t = dayTexts[language]
  const why = whyNot(language, calendar, asked)
  return why !== null && shown !== null ? t.instead(why, showDay(language, shown)) : why
}

function whyNot(language: Language, calendar: BookingCalendar, asked: Asked): string | null {
  const t = dayTexts[language]
  const { day } = asked
  if (day === null) return asked.isDayWrong ? t.unread : null
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
