import { useState } from 'react'
import type { Day } from '../../contract/date.ts'
import { showDay } from '../../contract/show.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { SlotChoice, TimesSkeleton, timeChoiceTexts } from '../domain/time-choice.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { type DoctorState, useDoctorsDay } from './doctor-choice.tsx'

type BookingTimesProps = {
  treatment: string
  day: Day
  /** `undefined` until those of the chosen doctor have loaded. */
  slots: readonly string[] | undefined
  time: ReturnType<typeof useSlot>
  doctor: DoctorState
  zone: string | null
  onPickDay: (day: Day) => void
}

/** The times of the booking form, with the doctor who is chosen in it. */
export function BookingTimes(props: BookingTimesProps) {
  return (
    <div className="booking-times">
      <Times {...props} />
    </div>
  )
}

function Times(props: BookingTimesProps) {
  const { day, slots, time, doctor, zone } = props
  const { times } = useTexts(timeChoiceTexts)
  const { slot, taken, isBack, choose } = time
  const { own, name } = doctor
  if (slots === undefined && own?.error !== undefined) {
    return <LoadFailure what={times} error={own.error} onRetry={own.reload} busy={own.isLoading} />
  }
  if (slots === undefined) return <TimesSkeleton />
  return (
    <>
      <SlotChoice
        {...{ day, slots, taken, zone, isBack }}
        doctor={name}
        chosen={slot}
        onChoose={choose}
      />
      {slots.length === 0 && name !== undefined && <DoctorsDay {...props} />}
    </>
  )
}

/** The chosen doctor has no time on this day: another day of theirs is a tap away. */
function DoctorsDay({ treatment, day, doctor, onPickDay }: BookingTimesProps) {
  const language = useLanguage()
  const t = useTexts(timeChoiceTexts)
  const other = useDoctorsDay(doctor, treatment, day)
  if (other === null) return null
  return (
    <Button variant="quiet" className="booking-other-day" onClick={() => onPickDay(other)}>
      {t.otherDay(showDay(language, other))}
    </Button>
  )
}

/**
 * The time that is chosen in the form: the one remembered, or the only one. While it is taken none is
 * chosen, so that no other time is booked unnoticed; once it is free again, it is chosen
 * again. `free` is undefined until it has loaded.
 */
export function useSlot(
  free: readonly string[] | undefined,
  remembered: string | null,
  onChoose: (slot: string) => void,
) {
  const [wanted, setWanted] = useState(
    remembered ?? (free?.length === 1 ? (free[0] ?? null) : null),
  )
  const [wasTaken, setWasTaken] = useState(false)
  const slot = free?.find((one) => one === wanted)
  const isTaken = wanted !== null && free !== undefined && slot === undefined
  if (isTaken && !wasTaken) setWasTaken(true)

  return {
    slot,
    taken: isTaken ? wanted : null,
    isBack: slot !== undefined && wasTaken,
    choose(next: string) {
      setWanted(next)
      setWasTaken(false)
      onChoose(next)
    },
  }
}
