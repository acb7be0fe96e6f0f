import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Day } from '../../contract/date.ts'
import { paths } from '../../contract/page-paths.ts'
import { type Choice, readChoice, writeChoice } from './url-choice.ts'

/** Set on the history entry that opening the form made, so that closing goes back over it. */
const opened = { openedHere: true }

const nothing = { treatment: null, slot: null, person: null }

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
    /** Beside what the address says by now: somebody may have been saved since this was rendered. */
    remember: (day: Day, part: Partial<Pick<Choice, 'slot' | 'person'>>) => {
      const now = readChoice(new URLSearchParams(window.location.search))
      return navigate(to({ ...now, day, ...part }), { replace: true, state })
    },
    closeTreatment: () =>
      isOpenedHere ? navigate(-1) : navigate(to({ ...choice, ...nothing }), { replace: true }),
  }
}

export type ChangeChoice = Omit<ReturnType<typeof useChoice>, 'choice'>
