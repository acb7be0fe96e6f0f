import { type FormEvent, useRef, useState } from 'react'
import { showDay } from '../../contract/show.ts'
import { policy as clinicPolicy } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { PolicyNote } from '../domain/policy-note.tsx'
import { SlotChoice } from '../domain/slot-choice.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { BookingKnown } from './booking-known.tsx'
import './booking-modal.css'
import { BookingProblem } from './booking-problem.tsx'
import { bookingTexts } from './booking-texts.ts'
import { PersonChoice } from './person-choice.tsx'
import { UnprovedNote } from './unproved-note.tsx'
import { type BookingDialog, useBooking } from './use-booking.ts'

type BookingModalProps = BookingDialog & { zone: string | null }

/** Books one treatment on one day, and follows what happens to its times meanwhile. */
export function BookingModal(props: BookingModalProps) {
  const { treatment, day, zone, onClose } = props
  const [phone, setPhone] = useState('')
  const language = useLanguage()
  const t = useTexts(bookingTexts)
  const policy = useRead(clinicPolicy).data
  const form = useRef<HTMLFormElement>(null)
  const { user, person, slots, time, isBusy, isMissing, refusal, submit } = useBooking(props)
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
          <BookingProblem refusal={refusal} />
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
