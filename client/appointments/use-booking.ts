import { useRef, useState } from 'react'
import { type Day, formatDay } from '../../contract/date.ts'
import { messages } from '../../contract/messages.ts'
import type { Treatment } from '../../contract/treatment.ts'
import { useSession } from '../identity/session.tsx'
import { toast } from '../ui/toast.ts'
import { bookAppointment } from './book-appointment.ts'
import type { Failure } from './booking-outcome.ts'

/** What keeps the form open: nothing in it is lost. */
export type Problem = Extract<Failure, { kind: 'notBooked' | 'unknown' }>

const signedOut = 'Nothing has been booked: you have been signed out. Please sign in again.'

type Booking = {
  treatment: Treatment
  day: Day
  /** The clinic has answered, yes or no. */
  onAnswered: () => void
}

export function useBooking({ treatment, day, onAnswered }: Booking) {
  const { user, refresh } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Two presses in the same moment both see `isBusy` unset.
  const inFlight = useRef(false)

  async function submit(slot: string, phone: string) {
    if (inFlight.current || !user) return
    inFlight.current = true
    setBusy(true)
    setProblem(null)
    const date = formatDay(day)
    const outcome = await bookAppointment({
      treatmentId: treatment._id,
      treatment: treatment.name,
      date,
      slot,
      price: treatment.price,
      patient: user.email,
      patientName: user.displayName,
      phone,
    })
    inFlight.current = false
    setBusy(false)
    if (outcome.kind === 'signedOut') {
      setProblem({ kind: 'notBooked', message: signedOut })
      // Where the session is over, the page's guard asks to sign in and brings the choice back.
      refresh().catch(() => {})
    } else if (outcome.kind === 'booked') {
      toast.success(messages.appointmentSet(date, slot))
      onAnswered()
    } else if (outcome.kind === 'refused') {
      const { reason } = outcome
      const refused = messages.appointmentRefused(date, slot)
      toast.error(reason ? `${refused}. ${reason}` : refused)
      onAnswered()
    } else setProblem(outcome)
  }

  return { user, isBusy, problem, submit }
}
