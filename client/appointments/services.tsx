import type { Day } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatment.ts'
import { LoadFailure } from '../load-failure.tsx'
import picture from '../ui/art/nothing-free.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Fetched } from '../use-fetched.ts'
import { FullDay } from './full-day.tsx'
import { Note } from './note.tsx'
import { TreatmentCard } from './treatment-card.tsx'
import { TreatmentSkeletons } from './treatment-skeletons.tsx'

type ServicesProps = {
  day: Day
  available: Fetched<Treatment[]>
  /** The treatment that the address asks to open. */
  wanted: string | null
  onBook: (treatment: string) => void
  onPickDay: (day: Day) => void
}

/** The grid of treatments in every state it can be in. */
export function Services({ day, available, wanted, onBook, onPickDay }: ServicesProps) {
  const { data, isCurrent, isLoading, error, reload } = available
  if (error !== undefined && !isCurrent) {
    return <LoadFailure what="This day" error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <TreatmentSkeletons />
  if (data.length === 0) {
    return (
      <EmptyState picture={picture} title="Nothing to book yet">
        <p>The clinic has not listed its treatments. Please call us and we will find a time.</p>
      </EmptyState>
    )
  }
  const isFull = data.every(({ slots }) => slots.length === 0)
  const wantedOne = wanted !== null && data.find(({ _id }) => _id === wanted)
  return (
    <>
      {error !== undefined && <Note>This list may be out of date: we could not renew it.</Note>}
      {isCurrent && wanted !== null && !isFull && (!wantedOne || wantedOne.slots.length === 0) && (
        <Note>{wantedOne ? wantedOne.name : 'That treatment'} has no free time on this day.</Note>
      )}
      {isCurrent && isFull && <FullDay day={day} onPick={onPickDay} />}
      <ul className="treatments" aria-busy={!isCurrent} data-stale={!isCurrent || undefined}>
        {data.map((treatment) => (
          <TreatmentCard
            key={treatment._id}
            treatment={treatment}
            isOpen={isCurrent && treatment._id === wanted}
            onBook={() => isCurrent && onBook(treatment._id)}
          />
        ))}
      </ul>
    </>
  )
}
