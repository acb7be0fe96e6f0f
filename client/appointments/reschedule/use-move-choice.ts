import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Day, parseDay } from '../../../contract/date.ts'
import { nextPickableDay } from '../../domain/pickable-days.ts'
import type { Found } from './load-terms.ts'

export type MoveChoice = { day: Day | null; treatmentId: string; slot: string | null }
type Picked = { day?: string; treatment?: string; slot?: string }

/**
 * What is being chosen stands in the address, too: a reload or a new sign-in in the middle loses
 * nothing. It takes no step in the browser's history, so that the way back leaves this page.
 */
export function useMoveChoice({ terms, calendar }: Found) {
  const [params, setParams] = useSearchParams()
  const [picked, setPicked] = useState<Picked>(() => Object.fromEntries(params))
  const { booking } = terms
  const wanted = parseDay(picked.day ?? '') ?? parseDay(booking.date) ?? calendar.today
  const choice: MoveChoice = {
    day: nextPickableDay(calendar, wanted) ?? nextPickableDay(calendar, calendar.today),
    treatmentId: picked.treatment ?? booking.treatmentId,
    slot: picked.slot ?? null,
  }

  function change(next: Picked) {
    // A time belongs to its day and treatment.
    const { slot: _, ...rest } = picked
    const after = { ...(next.slot === undefined ? rest : picked), ...next }
    setPicked(after)
    setParams(after, { replace: true, preventScrollReset: true })
  }
  return { choice, change }
}
