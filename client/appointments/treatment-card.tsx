import { Clock } from 'lucide-react'
import { useId, useRef } from 'react'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { showSlot } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { dayTexts } from './day-texts.ts'
import { useFocusAfterBooking } from './use-focus-after-booking.ts'
import './treatment-card.css'

type TreatmentCardProps = {
  treatment: Treatment
  /** Its booking form lies over the page. */
  isOpen: boolean
  onBook: () => void
}

export function TreatmentCard({ treatment, isOpen, onBook }: TreatmentCardProps) {
  const { name, price, slots } = treatment
  const language = useLanguage()
  const t = useTexts(messageTexts)
  const { spaces } = useTexts(dayTexts)
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFull = slots.length === 0
  useFocusAfterBooking({ isOpen, isFull, button, heading })

  return (
    <li className="treatment-card" data-full={isFull || undefined}>
      <h3 className="treatment-name" id={headingId} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <p className="treatment-first">
        {!isFull && <Icon of={Clock} size={18} />}
        {slots[0] === undefined ? t.tryAnotherDate : showSlot(language, slots[0])}
      </p>
      <div className="treatment-facts">
        <p className="treatment-price">{priceText(language, price)}</p>
        <p className="treatment-count">{spaces(slots.length)}</p>
      </div>
      <Button
        ref={button}
        variant="quiet"
        className="treatment-book"
        disabled={isFull}
        aria-haspopup="dialog"
        aria-describedby={headingId}
        onClick={onBook}
      >
        {t.bookAppointment}
      </Button>
    </li>
  )
}
