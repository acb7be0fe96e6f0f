import { type FormEvent, useRef, useState } from 'react'
import type { Day } from '../../../contract/date.ts'
import type { Treatment } from '../../../contract/treatments/treatment.ts'
import { useAvailable } from '../../data/use-available.ts'
import { AppointmentCard } from '../../domain/appointment-card.tsx'
import { TimeChoice } from '../../domain/time-choice.tsx'
import { timeChoiceTexts } from '../../domain/time-choice-texts.ts'
import { instantText } from '../../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Note } from '../../ui/note.tsx'
import type { ChangeScreenProps } from './change-frame.tsx'
import { differenceTo } from './money-difference.ts'
import './move-screen.css'
import { MoveSummary } from './move-summary.tsx'
import { moveTexts } from './move-texts.ts'
import type { Moved } from './moved-panel.tsx'
import { TreatmentChoice } from './treatment-choice.tsx'
import { useMove } from './use-move.ts'
import { type MoveChoice, useMoveChoice } from './use-move-choice.ts'

type MoveScreenProps = ChangeScreenProps & { onMoved: (moved: Moved) => void }

/** Treatment, day and time anew; what it costs stands beside the one button. */
export function MoveScreen(props: MoveScreenProps) {
  const { choice, change } = useMoveChoice(props.found)
  const { pickOther } = useTexts(timeChoiceTexts)
  if (choice.day === null) return <Note>{pickOther}</Note>
  return <MoveForm {...props} choice={choice} day={choice.day} change={change} />
}

type MoveFormProps = MoveScreenProps & {
  choice: MoveChoice
  day: Day
  change: ReturnType<typeof useMoveChoice>['change']
}

function MoveForm(props: MoveFormProps) {
  const { way, found, choice, day, change } = props
  const { treatmentId, slot } = choice
  const { available, treatment, chosen, isMissing, form, submit, ...state } = useMoveForm(props)
  return (
    <form className="move-form" ref={form} onSubmit={submit} aria-busy={state.busy}>
      <div className="change-columns">
        <AppointmentCard appointment={found.terms.booking} />
        <div className="change-main">
          <Until found={found} />
          <TreatmentChoice
            terms={found.terms}
            treatments={available.data}
            chosen={treatmentId}
            onChoose={(next) => change({ treatment: next })}
          />
        </div>
      </div>
      <TimeChoice
        calendar={found.calendar}
        day={day}
        onPickDay={(next) => change({ day: next })}
        treatmentId={treatmentId}
        available={available}
        slot={slot}
        onPickSlot={(next) => change({ slot: next })}
        isMissing={isMissing}
      />
      <MoveSummary
        {...state}
        from={found.terms.booking}
        to={{ treatment: treatment.name, day, slot: chosen }}
        difference={differenceTo(found.terms, treatment)}
        isSignedIn={way.isSignedIn}
      />
    </form>
  )
}

function Until({ found: { terms, calendar } }: Pick<MoveScreenProps, 'found'>) {
  const language = useLanguage()
  const { movableUntil } = useTexts(moveTexts)
  return <p>{movableUntil(instantText(language, terms.cutoffAt, calendar.timeZone))}</p>
}

/** What is free for the choice as it stands, and sending it. */
function useMoveForm({ way, found, reload, onMoved, choice, day }: MoveFormProps) {
  const { treatmentId, slot } = choice
  const available = useAvailable(day)
  const [isAsked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const treatment = wantedTreatment(available.data, found, treatmentId)
  const chosen = freeSlot(available.isCurrent ? available.data : undefined, treatmentId, slot)
  const onRefused = () => {
    reload()
    available.reload()
  }
  const { busy, problem, submit } = useMove({ way, terms: found.terms, onMoved, onRefused })

  return {
    ...{ available, treatment, chosen, form, busy, problem },
    isMissing: isAsked && chosen === null,
    submit(event: FormEvent) {
      event.preventDefault()
      setAsked(true)
      if (chosen !== null) void submit({ treatment, day, slot: chosen })
      else form.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus()
    },
  }
}

/** The same treatment keeps the price it was booked for. */
function wantedTreatment(
  treatments: Treatment[] | undefined,
  { terms }: MoveScreenProps['found'],
  id: string,
) {
  const { treatmentId, treatment: name, price } = terms.booking
  const other = treatments?.find(({ _id }) => _id === id)
  return id === treatmentId || !other
    ? { _id: treatmentId, name, price }
    : { _id: other._id, name: other.name, price: other.price }
}

function freeSlot(treatments: Treatment[] | undefined, id: string, slot: string | null) {
  const slots = treatments?.find(({ _id }) => _id === id)?.slots ?? []
  return slot !== null && slots.includes(slot) ? slot : null
}
