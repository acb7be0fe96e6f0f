import { type FormEvent, useRef, useState } from 'react'
import type { Day } from '../../contract/date.ts'
import { showDay } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { PolicyNote } from '../domain/policy-note.tsx'
import { SlotChoice } from '../domain/slot-choice.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { usePolicy } from '../use-policy.ts'
import { BookingKnown } from './booking-known.tsx'
import './booking-modal.css'
import { BookingProblem } from './booking-problem.tsx'
import { bookingTexts } from './booking-texts.ts'
import { PersonChoice } from './person-choice.tsx'
import { UnprovedNote } from './unproved-note.tsx'
import type { Choice } from './url-choice.ts'
import { useBookingForm } from './use-booking-form.ts'

export type BookingModalProps = {
  treatment: Treatment
  day: Day
  zone: string | null
  /** What the address says of the form. */
  remembered: Pick<Choice, 'slot' | 'person'>
  onRemember: (part: Partial<Pick<Choice, 'slot' | 'person'>>) => void
  onClose: () => void
  /** The clinic has answered; what is free may have changed. */
  onSettled: () => void
}

/** Books one treatment on one day, and follows what happens to its times meanwhile. */
export function BookingModal(props: BookingModalProps) {
  const { treatment, day, zone, onClose } = props
  const [phone, setPhone] = useState('')
  const language = useLanguage()
  const t = useTexts(bookingTexts)
  const policy = usePolicy()
  const form = useRef<HTMLFormElement>(null)
  const { user, person, slots, time, isBusy, isMissing, problem, submit } = useBookingForm(props)
  const { slot, taken, isBack, choose } = time
  const ownName = person.isUnread ? '…' : (user?.displayName ?? '')

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (slot === undefined) form.current?.querySelector<HTMLElement>('[type="radio"]')?.focus()
    submit(phone)
  }

  return (
    <Modal title={treatment.name} isOpen onClose={() => !isBusy && onClose()}>
      <form className="booking-form" ref={form} onSubmit={onSubmit} aria-busy={isBusy}>
        <PersonChoice person={person} />
        <BookingKnown
          name={person.isNew ? undefined : (person.name ?? ownName)}
          email={user?.email}
          day={day}
          phone={phone}
          onPhone={setPhone}
        />
        <SlotChoice {...{ slots, taken, zone, isBack }} chosen={slot} onChoose={choose} />
        <PolicyNote policy={policy} />
        {user && !user.emailVerified && <UnprovedNote policy={policy} />}
        <div className="booking-send">
          <BookingProblem problem={problem} />
          {isMissing && (
            <ErrorLine>
              {slots.length > 0 ? t.chooseFirst : t.noneLeft(showDay(language, day))}
            </ErrorLine>
          )}
          <p className="booking-price">{priceText(language, treatment.price)}</p>
          <Button type="submit" busy={isBusy}>
            {t.submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
