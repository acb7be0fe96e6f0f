import { Clock } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Day } from '../../contract/date.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { showDay, showSlot, showWeekdayAndDay } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { availabilityTexts } from './availability-texts.ts'
import './appointment-page.css'

type TreatmentCardProps = {
  treatment: Treatment
  /** Its booking form lies over the page. */
  isOpen: boolean
  /** The form closed because it has booked: the confirmation takes the focus. */
  hasBooked: boolean
  onBook: () => void
  /** The next day on which it is free; `null` where none is known. */
  nextFree: Day | null
  onPickDay: (day: Day) => void
}

export function TreatmentCard({
  treatment,
  isOpen,
  hasBooked,
  onBook,
  nextFree,
  onPickDay,
}: TreatmentCardProps) {
  const { name, description, price, slots } = treatment
  const language = useLanguage()
  const t = useTexts(messageTexts)
  const { spaces, nextOne } = useTexts(availabilityTexts)
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFull = slots.length === 0
  useFocusAfterForm({ isOpen, hasBooked, isFull, button, heading })

  return (
    <li className="treatment-card" data-full={isFull || undefined}>
      <h3 className="treatment-name" id={headingId} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      {description && <p className="treatment-description">{description}</p>}
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
      {isFull && nextFree !== null && (
        <button
          type="button"
          className="treatment-next"
          aria-describedby={headingId}
          onClick={() => onPickDay(nextFree)}
        >
          {nextOne}
          {showWeekdayAndDay(language, nextFree)}
        </button>
      )}
    </li>
  )
}

type Places = {
  isOpen: boolean
  hasBooked: boolean
  isFull: boolean
  button: RefObject<HTMLButtonElement | null>
  heading: RefObject<HTMLElement | null>
}

/** Frames, some seconds of them. */
const patience = 300

/**
 * The closing form gives the focus back to the button that opened it. Two cases it cannot know: the
 * form came with the address, so nothing had the focus before, and the last time has just been
 * taken, so the button is disabled; then the card's heading takes it.
 */
function useFocusAfterForm({ isOpen, hasBooked, isFull, button, heading }: Places) {
  const wasOpen = useRef(false)

  // Before the browser notices that a disabled button cannot keep the focus.
  useLayoutEffect(() => {
    if (isFull && document.activeElement === button.current) heading.current?.focus()
  }, [isFull, button, heading])

  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed || hasBooked) return
    let frame = 0
    let frames = 0
    // The dialog leaves with a movement and gives the focus back a frame after it is gone; on a slow
    // machine that is many frames from now.
    const settle = () => {
      frames += 1
      const holder = document.activeElement
      const isLeaving = holder?.closest('[role="dialog"]') !== null
      if (frames < 3 || (isLeaving && frames < patience)) frame = requestAnimationFrame(settle)
      else if (isLeaving || holder === document.body) {
        const place = button.current?.disabled ? heading.current : button.current
        place?.focus()
      }
    }
    frame = requestAnimationFrame(settle)
    return () => cancelAnimationFrame(frame)
  }, [isOpen, hasBooked, button, heading])
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

/** Any day stands for the one to come: the unseen heading only holds its place. */
const someDay = '2026-11-24'

/** Six cards in the size of those to come, and their heading while the day is not known either. */
export function TreatmentSkeletons({ withHeading = false }: { withHeading?: boolean }) {
  const language = useLanguage()
  const t = useTexts(availabilityTexts)
  const { availableOn } = useTexts(messageTexts)
  return (
    <div className="available-services" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {withHeading && (
        <div className="available-head" aria-hidden="true">
          <div className="available-heading-skeleton">
            <span>{availableOn(showDay(language, someDay))}</span>
          </div>
          <p>
            <Skeleton width="180px" height="1em" />
          </p>
        </div>
      )}
      <div className="treatments" aria-hidden="true">
        {cards.map((card) => (
          <div className="treatment-card treatment-bones" key={card}>
            <p className="treatment-name">
              <Skeleton width="70%" height="1em" />
            </p>
            <p className="treatment-first">
              <Skeleton width="60%" height="1em" />
            </p>
            <div className="treatment-facts">
              <p className="treatment-price">
                <Skeleton width="90px" height="1em" />
              </p>
              <p className="treatment-count">
                <Skeleton width="120px" height="1em" />
              </p>
            </div>
            <div className="treatment-book">
              <Skeleton height="48px" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
