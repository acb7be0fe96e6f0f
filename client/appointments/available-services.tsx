import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { type Day, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay } from '../../contract/show.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { treatments as allTreatments, calendar, clinicNow } from '../data/shared-queries.ts'
import { touch } from '../data/use-action.ts'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { slotsAhead, useAvailable, useNextFree } from '../domain/availability.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import picture from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Link } from '../ui/link.tsx'
import { availabilityTexts } from './availability-texts.ts'
import { BookingModal } from './booking-modal.tsx'
import { TreatmentCard, TreatmentSkeletons } from './treatment-card.tsx'
import type { ChangeChoice, Choice } from './use-choice.ts'
import '../ui/one-line.css'

type AvailableServicesProps = {
  day: Day
  choice: Choice
  change: ChangeChoice
  /** Names the clinic's zone where the reader's clock shows another time. */
  zone: string | null
  onBooked: (booking: Booking) => void
}

/** What is free on one day, and the booking form over it. */
export function AvailableServices({ day, choice, change, zone, onBooked }: AvailableServicesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const available = useAvailable(day)
  const treatments = available.isCurrent ? available.data : undefined
  const open = useOpenTreatment(treatments, choice, day)
  const arrival = useArrival(treatments, day)
  useService(treatments, choice.service, (treatment) => change.resolveService(day, treatment))
  useFreeDaysFollow(treatments, day)

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
        hasBooked={choice.booked !== null}
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
          onPickDay={(other) => change.remember(other, { slot: null })}
          onClose={change.closeTreatment}
          onBooked={onBooked}
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
  const { allTimes } = useTexts(availabilityTexts)
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

/**
 * The treatment whose form is open. It opens only with something free to choose; once it is open it
 * stays, with what was typed, also when the last time goes.
 */
function useOpenTreatment(
  treatments: readonly Treatment[] | undefined,
  choice: Choice,
  day: Day,
): Treatment | undefined {
  const asked = choice.treatment === null ? null : `${day} ${choice.treatment}`
  const [opened, setOpened] = useState<string | null>(null)
  const wanted = treatments?.find(({ _id }) => _id === choice.treatment)
  const canOpen = wanted !== undefined && wanted.slots.length > 0
  if (opened !== null && opened !== asked) setOpened(null)
  if (canOpen && opened !== asked) setOpened(asked)
  return canOpen || opened === asked ? wanted : undefined
}

/** Opens the treatment that the service of a link stands for. */
function useService(
  treatments: readonly Treatment[] | undefined,
  service: string | null,
  resolve: (treatment: string | null) => unknown,
) {
  const isKnown = treatments !== undefined
  const open = useEffectEvent((name: string) => {
    resolve(findService(treatments ?? [], name)?._id ?? null)
  })
  useEffect(() => {
    if (isKnown && service !== null) open(service)
  }, [isKnown, service])
}

/** The calendar beside it is read again when the day has become full, or free. */
function useFreeDaysFollow(treatments: readonly Treatment[] | undefined, day: Day) {
  const hasRoom = treatments?.some(({ slots }) => slots.length > 0)
  const before = useRef<{ day: Day; hasRoom: boolean }>(undefined)
  useEffect(() => {
    if (hasRoom === undefined) return
    const known = before.current
    before.current = { day, hasRoom }
    if (known?.day === day && known.hasRoom !== hasRoom) touch(endpoints.listFreeDays)
  }, [day, hasRoom])
}

/** What a screen reader says when the slots of a day have loaded; later bookings are not announced. */
function useArrival(treatments: readonly Treatment[] | undefined, day: Day): string {
  const language = useLanguage()
  const [arrived, setArrived] = useState<{ day: Day; text: string }>()
  if (arrived?.day === day) return arrived.text
  if (treatments) setArrived({ day, text: availabilitySummary(language, treatments, day) })
  return ''
}

/** The treatments and free times of a day, in one sentence. */
export function availabilitySummary(
  language: Language,
  treatments: readonly Treatment[],
  day: Day,
): string {
  const free = treatments.reduce((sum, treatment) => sum + treatment.slots.length, 0)
  return availabilityTexts[language].summary(treatments.length, free, showDay(language, day))
}

type ServicesProps = {
  day: Day
  available: Reading<Treatment[]>
  /** The treatment that the address asks to open. */
  wanted: string | null
  hasBooked: boolean
  onBook: (treatment: string) => void
  onPickDay: (day: Day) => void
}

/** The grid of treatments in every state it can be in. */
function Services({ day, available, wanted, hasBooked, onBook, onPickDay }: ServicesProps) {
  const t = useTexts(availabilityTexts)
  const { isOld } = useTexts(listTexts)
  const { data, isCurrent, isLoading, error, reload } = available
  const full = isCurrent && data ? data.filter(({ slots }) => slots.length === 0) : []
  const nextFree = useNextFree(
    day,
    full.map(({ _id }) => _id),
  )
  if (error !== undefined && !isCurrent) {
    return <LoadFailure what={t.thisDay} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <TreatmentSkeletons />
  if (data.length === 0) {
    return (
      <EmptyState picture={picture} title={t.nothingYet}>
        <p>{t.nothingListed}</p>
      </EmptyState>
    )
  }
  const isFull = data.every(({ slots }) => slots.length === 0)
  const wantedOne = wanted !== null && data.find(({ _id }) => _id === wanted)
  return (
    <>
      {error !== undefined && <Note>{isOld}</Note>}
      {isCurrent && wanted !== null && !isFull && (!wantedOne || wantedOne.slots.length === 0) && (
        <Note>{t.noneOf(wantedOne ? wantedOne.name : t.thatTreatment)}</Note>
      )}
      {isCurrent && isFull && <FullDay day={day} onPick={onPickDay} />}
      <ul className="treatments" aria-busy={!isCurrent} data-stale={!isCurrent || undefined}>
        {data.map((treatment) => (
          <TreatmentCard
            key={treatment._id}
            treatment={treatment}
            isOpen={isCurrent && treatment._id === wanted}
            hasBooked={hasBooked}
            onBook={() => onBook(treatment._id)}
            nextFree={isCurrent ? (nextFree(treatment._id) ?? null) : null}
            onPickDay={onPickDay}
          />
        ))}
      </ul>
      {!isFull && full.length > 0 && <TellMe day={day} />}
    </>
  )
}

/** Nothing is left on this day: the next free one is a tap away. */
function FullDay({ day, onPick }: { day: Day; onPick: (day: Day) => void }) {
  const language = useLanguage()
  const t = useTexts(availabilityTexts)
  const { data, isCurrent, error } = useRead(
    read(endpoints.findNextFreeDay, { query: { date: day } }),
  )
  const next = isCurrent && data?.date ? parseDay(data.date) : null
  return (
    <Note>
      <p>{t.full(showDay(language, day))}</p>
      {next && (
        <Button onClick={() => onPick(next)}>
          <span>
            {t.nextFree}
            <span className="one-line">{showDay(language, next)}</span>
          </span>
        </Button>
      )}
      {!isCurrent && error === undefined && <Skeleton width="240px" height="48px" />}
      {!next && (isCurrent || error !== undefined) && <p>{t.pickAnother}</p>}
      <TellMe day={day} />
    </Note>
  )
}

/** The link to the waitlist, on a day on which a treatment is full and a time may still come free. */
function TellMe({ day }: { day: Day }) {
  const { tellMe } = useTexts(availabilityTexts)
  const rules = useRead(calendar).data
  const all = useRead(allTreatments).data
  if (!rules || !all) return null
  if (slotsAhead(all, day, rules, clinicNow(rules)).next === null) return null
  return (
    <p>
      <Link to={paths.requestSlot({ day })}>{tellMe}</Link>
    </p>
  )
}

/**
 * The treatment that a service of the home page stands for: the one of that name, else the one that
 * alone has words of the name in its own name or description. Words that several have say nothing.
 */
export function findService(
  treatments: readonly Treatment[],
  service: string,
): Treatment | undefined {
  const wanted = wordsOf(service)
  const isNamed = ({ name }: Treatment) => wordsOf(name).join(' ') === wanted.join(' ')
  const named = treatments.find(isNamed)
  if (named) return named
  const told = wanted.flatMap((word) => {
    const [only, ...others] = treatments.filter(({ name, description }) =>
      wordsOf(`${name} ${description}`).includes(word),
    )
    return only && others.length === 0 ? only : []
  })
  return new Set(told).size === 1 ? told[0] : undefined
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}
