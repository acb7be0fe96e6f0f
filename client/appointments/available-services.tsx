import { useRef } from 'react'
import { type Day, formatDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { useFetched } from '../use-fetched.ts'
import { availabilitySummary } from './availability-summary.ts'
import { BookingModal } from './booking-modal.tsx'
import { Services } from './services.tsx'
import type { Choice } from './url-choice.ts'
import type { ChangeChoice } from './use-choice.ts'

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
  const available = useFetched(day, (signal) =>
    call(endpoints.listAvailable, { query: { date: day } }, { signal }),
  )
  const treatments = available.isCurrent ? available.data : undefined
  const open = treatments?.find(({ _id }) => _id === choice.treatment)

  function pickOtherDay(other: Day) {
    change.pickDay(other)
    heading.current?.focus()
  }

  return (
    <section className="available-services" aria-labelledby="available-heading">
      <header className="available-head">
        <h2 id="available-heading" ref={heading} tabIndex={-1}>
          {messages.availableOn(formatDay(day))}
        </h2>
        <p>
          {messages.selectService}
          {zone && <span className="available-zone">All times are {zone}.</span>}
        </p>
      </header>
      <p className="visually-hidden" role="status">
        {treatments && availabilitySummary(treatments, day)}
      </p>
      <Services
        day={day}
        available={available}
        wanted={choice.treatment}
        onBook={(treatment) => change.openTreatment(day, treatment)}
        onPickDay={pickOtherDay}
      />
      {open && open.slots.length > 0 && (
        <BookingModal
          key={open._id}
          treatment={open}
          day={day}
          zone={zone}
          rememberedSlot={choice.slot}
          onChooseSlot={(slot) => change.rememberSlot(day, slot)}
          onClose={change.closeTreatment}
          onSettled={available.reload}
        />
      )}
    </section>
  )
}
