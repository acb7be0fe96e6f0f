import { useState } from 'react'
import type { BookingModalProps } from './booking-modal.tsx'
import { useBooking } from './use-booking.ts'
import { usePerson } from './use-person.ts'
import { useSlot } from './use-slot.ts'

/** For whom and when, as it stands in the form, and how it is sent. */
export function useBookingForm(props: BookingModalProps) {
  const { treatment, day, remembered, onRemember, onClose, onSettled } = props
  const person = usePerson(remembered.person, (chosen) => onRemember({ person: chosen || null }))
  const [isMissing, setMissing] = useState(false)
  const { user, isBusy, problem, submit } = useBooking({
    treatment,
    day,
    settlePerson: person.settle,
    onAnswered: () => {
      onClose()
      onSettled()
    },
  })
  // The time that is just being booked is no longer free for a moment before the answer is here.
  const [slots, setSlots] = useState(treatment.slots)
  if (!isBusy && slots !== treatment.slots) setSlots(treatment.slots)
  const time = useSlot(slots, remembered.slot, (slot) => {
    setMissing(false)
    onRemember({ slot })
  })

  return {
    user,
    person,
    slots,
    time,
    isBusy,
    isMissing: isMissing && time.slot === undefined,
    problem,
    submit(phone: string) {
      const { slot } = time
      setMissing(slot === undefined)
      if (slot === undefined || isBusy) return
      // In the address before anything can lead away from here.
      onRemember({ slot })
      void submit(slot, phone)
    },
  }
}
