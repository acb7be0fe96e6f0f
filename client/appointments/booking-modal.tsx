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
  const [phone, setPhone] = useState('')
  const { user, isBusy, problem, submit } = useBooking({
    treatment,
    day,
    onAnswered: () => {
      onClose()
      onSettled()
    },
  })
  const { slot, taken, choose } = useSlot(treatment.slots, rememberedSlot, onChooseSlot)

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
        <Known
          name={user?.displayName}
          email={user?.email}
          day={day}
          phone={phone}
          onPhone={setPhone}
        />
        <SlotChoice
          slots={treatment.slots}
          chosen={slot}
          taken={taken}
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

type KnownProps = {
  name: string | undefined
  email: string | undefined
  day: Day
  phone: string
  onPhone: (phone: string) => void
}

/** What is known of the patient and the day, and the one thing to add. */
function Known({ name = '', email = '', day, phone, onPhone }: KnownProps) {
  return (
    <div className="booking-known">
      <Field label="Name" value={name} readOnly />
      <Field label="Email" type="email" value={email} readOnly />
      <Field label="Date" value={formatDay(day)} readOnly />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={200}
        value={phone}
        onChange={(event) => onPhone(event.target.value)}
      />
    </div>
  )
}

/** The slot chosen, or the first free one while the one that was wanted is taken. */
function useSlot(
  free: string[],
  rememberedSlot: string | null,
  onChooseSlot: (slot: string) => void,
) {
  const [wanted, setWanted] = useState(rememberedSlot)
  const isFree = wanted !== null && free.includes(wanted)
  function choose(next: string) {
    setWanted(next)
    onChooseSlot(next)
  }
  return { slot: isFree ? wanted : free[0], taken: isFree ? null : wanted, choose }
}
