import { type FormEvent, useState } from 'react'
import { type Day, formatDay } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatment.ts'
import { priceText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { BookingProblem } from './booking-problem.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { useBooking } from './use-booking.ts'
import './booking-modal.css'

type BookingModalProps = {
  treatment: Treatment
  day: Day
  zone: string | null
  rememberedSlot: string | null
  onChooseSlot: (slot: string) => void
  onClose: () => void
  /** The clinic has answered; what is free may have changed. */
  onSettled: () => void
}

export function BookingModal({ treatment, day, zone, ...props }: BookingModalProps) {
  const { rememberedSlot, onChooseSlot, onClose, onSettled } = props
  const [wanted, setWanted] = useState(rememberedSlot)
  const [phone, setPhone] = useState('')
  const { user, isBusy, problem, submit } = useBooking({ treatment, day, onAnswered })
  const isWantedFree = wanted !== null && treatment.slots.includes(wanted)
  const slot = isWantedFree ? wanted : treatment.slots[0]

  function onAnswered() {
    onClose()
    onSettled()
  }
  function choose(next: string) {
    setWanted(next)
    onChooseSlot(next)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (slot === undefined || isBusy) return
    // In the address before anything can lead away from here.
    onChooseSlot(slot)
    void submit(slot, phone)
  }

  return (
    <Modal title={treatment.name} isOpen onClose={() => !isBusy && onClose()}>
      <form className="booking-form" onSubmit={onSubmit} aria-busy={isBusy}>
        <div className="booking-known">
          <Field label="Name" value={user?.displayName ?? ''} readOnly />
          <Field label="Email" type="email" value={user?.email ?? ''} readOnly />
          <Field label="Date" value={formatDay(day)} readOnly />
          <Field
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={200}
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </div>
        <SlotChoice
          slots={treatment.slots}
          chosen={slot}
          taken={isWantedFree ? null : wanted}
          zone={zone}
          onChoose={choose}
        />
        <div className="booking-send">
          <BookingProblem problem={problem} />
          <p className="booking-price">{priceText(treatment.price)}</p>
          <Button type="submit" busy={isBusy}>
            Submit
          </Button>
        </div>
      </form>
    </Modal>
  )
}
