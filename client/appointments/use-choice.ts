import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay } from '../../contract/show.ts'
import { read, useRead } from '../data/use-read.ts'
import { nextPickableDay, whyUnpickable } from '../domain/clinic-time.ts'
import { availabilityTexts } from './availability-texts.ts'

/** Set on the history entry that opening the form made, so that closing goes back over it. */
const opened = { openedHere: true }

const nothing = { treatment: null, slot: null, dependent: null, service: null, booked: null }

/** What is chosen, read from the address, and the ways to change it. */
export function useChoice() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const choice = readChoice(query)

  const to = (next: Choice) => ({
    pathname: paths.appointment,
    search: writeChoice(query, next).toString(),
  })
  const isOpenedHere = state !== null && typeof state === 'object' && 'openedHere' in state

  return {
    choice,
    pickDay: (day: Day) => navigate(to({ day, ...nothing })),
    /** Pressed twice before the form is there, it adds one entry to the history: closing goes back over one. */
    openTreatment: (day: Day, treatment: string) => {
      const isOpen = readChoice(new URLSearchParams(window.location.search)).treatment === treatment
      if (!isOpen) navigate(to({ day, ...nothing, treatment }), { state: opened })
    },
    /** Beside what the address says now: a dependent may have been saved since this was rendered. */
    remember: (day: Day, part: Partial<Pick<Choice, 'slot' | 'dependent'>>) => {
      const now = readChoice(new URLSearchParams(window.location.search))
      return navigate(to({ ...now, day, ...part }), { replace: true, state })
    },
    closeTreatment: () =>
      isOpenedHere ? navigate(-1) : navigate(to({ ...choice, ...nothing }), { replace: true }),
    /** The form gives way to the confirmation; the way back leads to the day without either. */
    confirmBooked: (day: Day, booked: string) =>
      navigate(to({ ...nothing, day, booked }), { replace: true }),
    closeConfirmation: () => navigate(to({ ...choice, booked: null }), { replace: true }),
    /** The treatment that the service of a link stands for; `null` where none does. */
    resolveService: (day: Day, treatment: string | null) =>
      navigate(to({ ...nothing, day: treatment === null ? choice.day : day, treatment }), {
        replace: true,
      }),
  }
}

export type ChangeChoice = Omit<ReturnType<typeof useChoice>, 'choice'>

/** What a patient has chosen so far. It is stored in the address, so that reload, back and shared links show the same. */
export type Choice = {
  day: Day | null
  /** The id of the treatment whose booking form is open. */
  treatment: string | null
  slot: string | null
  /** The id of a dependent; `null` for the account holder. */
  dependent: string | null
  /** A service by the name that the home page has for it. */
  service: string | null
  /** The id of the appointment that was booked last. */
  booked: string | null
}

/** `isDayWrong` when the address names a day that no calendar has. */
export function readChoice(query: URLSearchParams): Choice & { isDayWrong: boolean } {
  const date = query.get('date')
  const day = date === null ? null : parseDay(date)
  const treatment = query.get('treatment') || null
  return {
    day,
    isDayWrong: date !== null && day === null,
    treatment,
    slot: treatment && (query.get('slot') || null),
    dependent: treatment && (query.get('dependent') || null),
    service: treatment ? null : query.get('service') || null,
    booked: treatment ? null : query.get('booked') || null,
  }
}

/** Leaves every other parameter of the address as it was. */
export function writeChoice(query: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(query)
  const slot = choice.treatment && choice.slot
  const dependent = choice.treatment && choice.dependent
  const service = choice.treatment ? null : choice.service
  const booked = choice.treatment ? null : choice.booked
  for (const [name, value] of [
    ['date', choice.day],
    ['treatment', choice.treatment],
    ['slot', slot],
    ['dependent', dependent],
    ['service', service],
    ['booked', booked],
  ] as const) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

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
  const t = availabilityTexts[language]
  const why = whyNot(language, calendar, asked)
  return why !== null && shown !== null ? t.instead(why, showDay(language, shown)) : why
}

function whyNot(language: Language, calendar: BookingCalendar, asked: Asked): string | null {
  const t = availabilityTexts[language]
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
