import { useState } from 'react'
import { type Day, formatDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { call } from '../data/api.ts'
import type { Refusal } from '../data/refusal.ts'
import { leaving, notSent, useAction } from '../data/use-action.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session.tsx'
import { toast } from '../ui/toast.ts'
import { bookingTexts } from './booking-texts.ts'
import type { Choice } from './url-choice.ts'
import { usePerson } from './use-person.ts'
import { useSlot } from './use-slot.ts'

export type BookingDialog = {
  treatment: Treatment
  day: Day
  /** What the address says of the form. */
  remembered: Pick<Choice, 'slot' | 'person'>
  onRemember: (part: Partial<Pick<Choice, 'slot' | 'person'>>) => void
  onClose: () => void
}

type Wish = { user: { email: string; displayName: string }; slot: string; phone: string }

/** Booking one treatment on one day: for whom and when, as it stands in the form, and its sending. */
export function useBooking({ treatment, day, remembered, onRemember, onClose }: BookingDialog) {
  const { user } = useSession()
  const announce = useAnnouncement(day)
  const person = usePerson(remembered.person, (chosen) => onRemember({ person: chosen || null }))
  const [isMissing, setMissing] = useState(false)
  // The time that is being booked is no longer free for a moment before the answer is here.
  const [slotsAsSent, setSlotsAsSent] = useState<readonly string[]>()
  const slots = slotsAsSent ?? treatment.slots
  const time = useSlot(slots, remembered.slot, (slot) => {
    setMissing(false)
    onRemember({ slot })
  })

  const booking = useAction({
    async send({ user: { email, displayName }, slot, phone }: Wish) {
      const chosen = await person.settle()
      if (chosen === null) return notSent
      const body = {
        treatmentId: treatment._id,
        treatment: treatment.name,
        date: formatDay(day),
        slot,
        price: treatment.price,
        patient: email,
        patientName: displayName,
        ...(chosen && { person: chosen }),
        phone,
      }
      await call(endpoints.bookAppointment, { body })
      return true
    },
    async find({ user: { email }, slot }) {
      const own = await call(endpoints.listAppointments, { query: { email } })
      const date = formatDay(day)
      const isBooked = own.some(
        (one) => one.treatmentId === treatment._id && one.slot === slot && one.date === date,
      )
      return isBooked || null
    },
    touches: [endpoints.listAvailable, endpoints.findNextFreeDay, endpoints.listAppointments],
    onDone(_, { slot }) {
      announce(slot)
      onClose()
      return leaving
    },
    onRefused(refusal, { slot }) {
      if (!isFinal(refusal)) return
      announce(slot, refusal)
      onClose()
      return leaving
    },
    onSettled: () => setSlotsAsSent(undefined),
  })

  return {
    user,
    person,
    slots,
    time,
    isBusy: booking.pending,
    isMissing: isMissing && time.slot === undefined,
    refusal: booking.refusal && !isFinal(booking.refusal) ? booking.refusal : undefined,
    submit(phone: string) {
      const { slot } = time
      setMissing(slot === undefined)
      if (slot === undefined || !user || booking.pending) return
      // In the address before anything can lead away from here.
      onRemember({ slot })
      setSlotsAsSent(slots)
      void booking.run({ user, slot, phone })
    },
  }
}

/** The specification's refused booking closes the form; anything else can be mended in it. */
function isFinal({ status, code }: Refusal): boolean {
  return status === 409 || code === 'too_many_bookings'
}

/** Says what became of a time on a day. */
function useAnnouncement(day: Day) {
  const language = useLanguage()
  const t = useTexts(messageTexts)
  return (slot: string, refusal?: Refusal) => {
    const shown = [showDay(language, day), showSlot(language, slot)] as const
    if (!refusal) return toast.success(t.appointmentSet(...shown))
    const refused = t.appointmentRefused(...shown)
    toast.error(refusal.message ? `${refused}. ${refusal.message}` : refused)
  }
}

/** Why nothing was booked, and what can be done about it; null where that is not known. */
export function whyNotBooked(language: Language, refusal: Refusal): string | null {
  const t = bookingTexts[language]
  const { kind, message, issues, retryAfterSeconds: seconds } = refusal
  if (kind === 'unclear') return null
  if (kind === 'signedOut') return t.signedOut
  if (kind === 'tooMany') return `${t.tooMuch} ${seconds ? t.wait(seconds) : t.waitAWhile}`
  return t.notBooked(issues.map((issue) => issue.message).join(' ') || message)
}
