import { useSearchParams } from 'react-router'
import { type Day, parseDay } from '../../contract/date.ts'
import { useSearched } from '../data/use-search.ts'
import { leave } from '../ui/leaving.ts'

/** `visits`: where the patients of today are. */
export type View = 'calendar' | 'list' | 'visits'

/** What the columns of the calendar stand for. */
export type Columns = 'doctor' | 'chair' | 'treatment'

/** What the address says to show, so that reload, back and shared links show the same. */
type DayChoice = {
  day: Day | null
  /** The address names a day that no calendar has. */
  isDayWrong: boolean
  /** `null`: by the width of the screen. */
  view: View | null
  /** `null`: by doctor where doctors work, else by treatment. */
  columns: Columns | null
  /** The whole month is shown above the day, not its week alone. */
  isMonthOpen: boolean
  showsCancelled: boolean
  /** The id of the patient to book for; '' if none is chosen. */
  patient: string
}

export function readDayChoice(query: URLSearchParams): DayChoice {
  const date = query.get('date')
  const day = date === null ? null : parseDay(date)
  const view = query.get('view')
  const columns = query.get('columns')
  return {
    day,
    isDayWrong: date !== null && day === null,
    view: view === 'calendar' || view === 'list' || view === 'visits' ? view : null,
    columns:
      columns === 'doctor' || columns === 'chair' || columns === 'treatment' ? columns : null,
    isMonthOpen: query.get('overview') === 'month',
    showsCancelled: query.get('cancelled') === 'shown',
    patient: query.get('patient') ?? '',
  }
}

/** Leaves every other parameter of the address as it was; an empty value takes one away. */
export function withQuery(
  query: URLSearchParams,
  changes: Partial<
    Record<'date' | 'view' | 'columns' | 'overview' | 'cancelled' | 'patient', string>
  >,
): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** What is chosen, and the ways to change it. */
export function useDayChoice() {
  const [query, setQuery] = useSearchParams()
  const { search, find } = useSearched()
  const replace = (changes: Parameters<typeof withQuery>[1]) =>
    setQuery(withQuery(query, changes), { replace: true, preventScrollReset: true })
  return {
    ...readDayChoice(query),
    search,
    /** The query that leads to another day, all else as it is. */
    searchOf: (day: Day) => `?${withQuery(query, { date: day })}`,
    pickDay: (day: Day) => leave(() => setQuery(withQuery(query, { date: day }))),
    chooseView: (view: View) => replace({ view }),
    chooseColumns: (columns: Columns) => replace({ columns }),
    openMonth: (open: boolean) => replace({ overview: open ? 'month' : '' }),
    showCancelled: (show: boolean) => replace({ cancelled: show ? 'shown' : '' }),
    endSearch: () => find('', { replace: true }),
    endPatient: () => replace({ patient: '' }),
  }
}
