import { useState } from 'react'
import { LoadFailure } from '../data/load-failure.tsx'
import { SlotChoice, TimesSkeleton, timeChoiceTexts } from '../domain/time-choice.tsx'
import { useTexts } from '../i18n/language.tsx'
import type { DoctorState } from './doctor-choice.tsx'

type BookingTimesProps = {
  /** `undefined` until those of the chosen doctor have loaded. */
  slots: readonly string[] | undefined
  time: ReturnType<typeof useSlot>
  doctor: DoctorState
  zone: string | null
}

/** The times of the booking form, with the doctor who is chosen in it. */
export function BookingTimes({ slots, time, doctor, zone }: BookingTimesProps) {
  const { times } = useTexts(timeChoiceTexts)
  const { slot, taken, isBack, choose } = time
  const { own } = doctor
  if (slots)
    return <SlotChoice {...{ slots, taken, zone, isBack }} chosen={slot} onChoose={choose} />
  if (!own || own.error === undefined) return <TimesSkeleton />
  return <LoadFailure what={times} error={own.error} onRetry={own.reload} busy={own.isLoading} />
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
  const isFree = wanted !== null && free !== undefined && free.includes(wanted)
  const isTaken = wanted !== null && free !== undefined && !isFree
  if (isTaken && !wasTaken) setWasTaken(true)

  return {
    slot: isFree ? wanted : undefined,
    taken: isTaken ? wanted : null,
    isBack: isFree && wasTaken,
    choose(next: string) {
      setWanted(next)
      setWasTaken(false)
      onChoose(next)
    },
  }
}
