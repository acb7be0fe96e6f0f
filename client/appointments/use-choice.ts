import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type Day, parseDay } from '../../contract/date.ts'
import { paths } from '../../contract/page-paths.ts'

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
    openTreatment: (day: Day, treatment: string) =>
      navigate(to({ day, ...nothing, treatment }), { state: opened }),
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
