import { useRef, useState } from 'react'
import { type Day, formatDay } from '../../contract/date.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session.tsx'
import { toast } from '../ui/toast.ts'
import { bookAppointment, type Outcome } from './book-appointment.ts'
import type { Failure } from './booking-outcome.ts'
import { bookingTexts } from './booking-texts.ts'

/** What keeps the form open: nothing in it is lost. */
export type Problem = Extract<Failure, { kind: 'notBooked' | 'unknown' }>

type Booking = {
  treatment: Treatment
  day: Day
  /** The id of whom it is for, '' for oneself; `null` when that could not be settled. */
  settlePerson: () => Promise<string | null>
  /** The clinic has answered, yes or no. */
  onAnswered: () => void
}

export function useBooking({ treatment, day, settlePerson, onAnswered }: Booking) {
  const { user, refresh } = useSession()
  const { signedOut } = useTexts(bookingTexts)
  const tell = useTell(day)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Two presses in the same moment both see `isBusy` unset.
  const inFlight = useRef(false)

  async function submit(slot: string, phone: string) {
    if (inFlight.current || !user) return
    inFlight.current = true
    setBusy(true)
    setProblem(null)
    const person = await settlePerson()
    if (person === null) return stop()
    const outcome = await bookAppointment({
      treatmentId: treatment._id,
      treatment: treatment.name,
      date: formatDay(day),
      slot,
      price: treatment.price,
      patient: user.email,
      patientName: user.displayName,
      ...(person && { person }),
      phone,
    })
    if (outcome.kind === 'signedOut') {
      stop({ kind: 'notBooked', message: signedOut })
      // Where the session is over, the page's guard asks to sign in and brings the choice back.
      refresh().catch(() => {})
    } else if (outcome.kind === 'booked' || outcome.kind === 'refused') {
      tell(slot, outcome)
      onAnswered()
    } else stop(outcome)
  }

  /** An answer closes the form, which stays as it is until then; anything else opens it again. */
  function stop(found: Problem | null = null) {
    inFlight.current = false
    setBusy(false)
    setProblem(found)
  }

  return { user, isBusy, problem, submit }
}

/** The news of what became of a time on a day. */
function useTell(day: Day) {
  const language = useLanguage()
  const t = useTexts(messageTexts)
  return (slot: string, outcome: Extract<Outcome, { kind: 'booked' | 'refused' }>) => {
    const shown = [showDay(language, day), showSlot(language, slot)] as const
    if (outcome.kind === 'booked') return toast.success(t.appointmentSet(...shown))
    const refused = t.appointmentRefused(...shown)
    toast.error(outcome.reason ? `${refused}. ${outcome.reason}` : refused)
  }
}
