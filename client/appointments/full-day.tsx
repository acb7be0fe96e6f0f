import { type Day, formatDay, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFetched } from '../use-fetched.ts'
import { Note } from './note.tsx'
import './one-line.css'

/** Nothing is left on this day: the next free one is a tap away. */
export function FullDay({ day, onPick }: { day: Day; onPick: (day: Day) => void }) {
  const { data, isCurrent, error } = useFetched(day, (signal) =>
    call(endpoints.findNextFreeDay, { query: { date: day } }, { signal }),
  )
  const next = isCurrent && data?.date ? parseDay(data.date) : null
  return (
    <Note>
      <p>{formatDay(day)} has no free times left.</p>
      {next && (
        <Button onClick={() => onPick(next)}>
          <span>
            Next free day: <span className="one-line">{formatDay(next)}</span>
          </span>
        </Button>
      )}
      {!isCurrent && error === undefined && <Skeleton width="240px" height="48px" />}
      {!next && (isCurrent || error !== undefined) && (
        <p>Please pick another day in the calendar, or call us.</p>
      )}
    </Note>
  )
}
