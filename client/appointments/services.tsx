import type { Day } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import type { Reading } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import picture from '../ui/art/nothing-free.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { Note } from '../ui/note.tsx'
import { dayTexts } from './day-texts.ts'
import { FullDay } from './full-day.tsx'
import { TellMe } from './tell-me.tsx'
import { TreatmentCard } from './treatment-card.tsx'
import { TreatmentSkeletons } from './treatment-skeletons.tsx'

type ServicesProps = {
  day: Day
  available: Reading<Treatment[]>
  /** The treatment that the address asks to open. */
  wanted: string | null
  onBook: (treatment: string) => void
  onPickDay: (day: Day) => void
}

/** The grid of treatments in every state it can be in. */
export function Services({ day, available, wanted, onBook, onPickDay }: ServicesProps) {
  const t = useTexts(dayTexts)
  const { isOld } = useTexts(listTexts)
  const { data, isCurrent, isLoading, error, reload } = available
  if (error !== undefined && !isCurrent) {
    return <LoadFailure what={t.thisDay} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <TreatmentSkeletons />
  if (data.length === 0) {
    return (
      <EmptyState picture={picture} title={t.nothingYet}>
        <p>{t.nothingListed}</p>
      </EmptyState>
    )
  }
  const isFull = data.every(({ slots }) => slots.length === 0)
  const wantedOne = wanted !== null && data.find(({ _id }) => _id === wanted)
  return (
    <>
      {error !== undefined && <Note>{isOld}</Note>}
      {isCurrent && wanted !== null && !isFull && (!wantedOne || wantedOne.slots.length === 0) && (
        <Note>{t.noneOf(wantedOne ? wantedOne.name : t.thatTreatment)}</Note>
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
      {isCurrent && !isFull && data.some(({ slots }) => slots.length === 0) && <TellMe day={day} />}
    </>
  )
}
