import { type RefObject, useRef } from 'react'
import type { Day } from '../../contract/date.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { showDay } from '../../contract/show.ts'
import { useAvailable } from '../data/use-available.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { BookingModal } from './booking-modal.tsx'
import { dayTexts } from './day-texts.ts'
import { Services } from './services.tsx'
import type { Choice } from './url-choice.ts'
import { useArrival } from './use-arrival.ts'
import type { ChangeChoice } from './use-choice.ts'
import { useOpenTreatment } from './use-open-treatment.ts'

type AvailableServicesProps = {
  day: Day
  choice: Choice
  change: ChangeChoice
  /** Names the clinic's zone where the reader's clock shows another time. */
  zone: string | null
}

/** What is free on one day, and the booking form over it. */
export function AvailableServices({ day, choice, change, zone }: AvailableServicesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const available = useAvailable(day)
  const treatments = available.isCurrent ? available.data : undefined
  const open = useOpenTreatment(treatments, choice, day)
  const arrival = useArrival(treatments, day)

  function pickOtherDay(other: Day) {
    change.pickDay(other)
    heading.current?.focus()
  }

  return (
    <section className="available-services" aria-labelledby="available-heading">
      <Head heading={heading} day={day} zone={zone} />
      <p className="visually-hidden" role="status">
        {arrival}
      </p>
      <Services
        day={day}
        available={available}
        wanted={choice.treatment}
        onBook={(treatment) => change.openTreatment(day, treatment)}
        onPickDay={pickOtherDay}
      />
      {open && (
        <BookingModal
          key={open._id}
          treatment={open}
          day={day}
          zone={zone}
          remembered={choice}
          onRemember={(part) => change.remember(day, part)}
          onClose={change.closeTreatment}
        />
      )}
    </section>
  )
}

type HeadProps = Pick<AvailableServicesProps, 'day' | 'zone'> & {
  heading: RefObject<HTMLHeadingElement | null>
}

function Head({ heading, day, zone }: HeadProps) {
  const language = useLanguage()
  const t = useTexts(messageTexts)
  const { allTimes } = useTexts(dayTexts)
  return (
    <header className="available-head">
      <h2 id="available-heading" ref={heading} tabIndex={-1}>
        {t.availableOn(showDay(language, day))}
      </h2>
      <p>
        {t.selectService}
        {zone && <span className="available-zone">{allTimes(zone)}</span>}
      </p>
    </header>
  )
}
