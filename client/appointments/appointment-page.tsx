import { parseDate } from '@internationalized/date'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Booking, OwnBooking } from '../../contract/appointments/appointment.ts'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { type Day, parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showMinute, showWeekdayAndDay } from '../../contract/show.ts'
import { refusalOf } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import {
  type ClinicCalendar,
  calendar,
  useTakesCards,
  workingDoctors,
} from '../data/shared-queries.ts'
import { read, useRead } from '../data/use-read.ts'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { DependentNote, DoctorNote } from '../domain/appointment-card.tsx'
import { freeDayTexts, useFreeDays } from '../domain/availability.ts'
import { whyUnpickable } from '../domain/clinic-time.ts'
import { ChooseTime, ImpossibleNote, useHasBegun } from '../domain/impossible-note.tsx'
import { UnprovedNote } from '../domain/policy-note.tsx'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { focusOnceSettled } from '../forms/use-focus-once-closed.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { isPayable } from './appointments-table.tsx'
import { availabilityTexts } from './availability-texts.ts'
import { AvailableServices } from './available-services.tsx'
import { TreatmentSkeletons } from './treatment-card.tsx'
import { useChoice, useChosenDay } from './use-choice.ts'
import './booked-panel.css'
import './appointment-page.css'
import '../ui/one-line.css'

/** Pick a day, see what is free, book it. */
export function AppointmentPage() {
  const language = useLanguage()
  const t = useTexts(availabilityTexts)
  const { choice, ...change } = useChoice()
  const [fresh, setFresh] = useState<Booking>()
  const { data, error, isLoading, reload } = useRead(calendar)
  const { day, note } = useChosenDay(language, data, choice)
  // Read before a booking: its panel offers payment at once, and no button moves under a finger or the focus.
  useTakesCards()
  // The same for the form: who treats stands above its times.
  useRead(workingDoctors)
  const zone = data && day && zoneNote(language, data.timeZone, day)

  return (
    <div className="page appointment-page">
      <h1 className="appointment-title">{useTexts(sharedTexts).bookAnAppointment}</h1>
      {choice.booked !== null && (
        <BookedPanel
          key={choice.booked}
          id={choice.booked}
          fresh={fresh?._id === choice.booked ? fresh : undefined}
          onClose={() => {
            void change.closeConfirmation()
            document.getElementById('available-heading')?.focus()
          }}
        />
      )}
      {!data && error !== undefined ? (
        <LoadFailure what={t.theCalendar} error={error} onRetry={reload} busy={isLoading} />
      ) : (
        <div className="appointment-layout">
          {data ? (
            <DayPicker calendar={data} day={day ?? null} onPick={change.pickDay} />
          ) : (
            <DayPickerSkeleton />
          )}
          <div className="appointment-services">
            {note && <Note>{note}</Note>}
            {data && day ? (
              <AvailableServices
                day={day}
                choice={choice}
                change={change}
                zone={zone ?? null}
                onBooked={(booking) => {
                  setFresh(booking)
                  void change.confirmBooked(day, booking._id)
                }}
              />
            ) : (
              <NoDayYet isLoading={day === undefined} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function NoDayYet({ isLoading }: { isLoading: boolean }) {
  const t = useTexts(availabilityTexts)
  if (isLoading) return <TreatmentSkeletons withHeading />
  return <Note>{t.noDay}</Note>
}

type DayPickerProps = {
  calendar: ClinicCalendar
  day: Day | null
  onPick: (day: Day) => void
}

/** The clinic's calendar: offers the days that can be booked, and shows which have room. */
function DayPicker({ calendar, day, onPick }: DayPickerProps) {
  const language = useLanguage()
  const t = useTexts(availabilityTexts)
  const closed = calendar.closedWeekdays.flatMap((n) => t.weekdays[n] ?? [])
  const weekdays = new Intl.ListFormat(locales[language]).format(closed)
  const free = useFreeDays(day ?? calendar.today)
  return (
    <section className="day-picker" aria-label={t.pickADay}>
      <div className="day-picker-calendar">
        <Calendar
          label={t.dayOfAppointment}
          value={day === null ? null : parseDate(day)}
          onChange={(date) => onPick(date.toString())}
          minValue={parseDate(calendar.today)}
          maxValue={parseDate(calendar.lastDay)}
          isDateUnavailable={(date) => whyUnpickable(calendar, date.toString()) !== null}
          {...free}
          today={parseDate(calendar.today)}
          timeZone={calendar.timeZone}
        />
      </div>
      <p className="calendar-key">{useTexts(freeDayTexts).withRoom}</p>
      <p className="day-picker-rules">
        {closed.length > 0 && t.closedOn(weekdays)}
        {t.upTo.before}
        <span className="one-line">{showDay(language, calendar.lastDay)}</span>
        {t.upTo.after}
      </p>
    </section>
  )
}

const cells = Array.from({ length: 42 }, (_, n) => `cell-${n}`)

function DayPickerSkeleton() {
  return (
    <div className="day-picker" aria-hidden="true">
      <div className="day-picker-calendar">
        <div className="day-picker-skeleton-head">
          <Skeleton width="160px" height="28px" />
        </div>
        <div className="day-picker-skeleton-grid">
          {cells.map((cell) => (
            <Skeleton key={cell} width="28px" height="28px" />
          ))}
        </div>
      </div>
      <p className="calendar-key">
        <Skeleton width="60%" height="1em" />
      </p>
      <p className="day-picker-rules">
        <Skeleton width="90%" height="1em" />
      </p>
    </div>
  )
}

const bookedTexts = defineTexts({
  en: {
    what: 'Your appointment',
    booked: 'Your appointment is booked',
    payNow: (dollars: string) => `Pay ${dollars} now`,
    notCharged: 'Nothing has been charged. You can pay now, or later at the clinic.',
    payAtClinic: 'Nothing has been charged. You pay at the clinic.',
    paid: 'It is paid. Nothing is left to pay.',
    restNow: (paid: string, price: string) =>
      `${paid} of ${price} is paid. You can pay the rest now, or later at the clinic.`,
    restAtClinic: (paid: string, price: string) =>
      `${paid} of ${price} is paid. You pay the rest at the clinic.`,
    all: 'See My Appointments',
  },
  es: {
    what: 'su cita',
    booked: 'Su cita está reservada',
    payNow: (dollars) => `Pagar ${dollars} ahora`,
    notCharged: 'No se ha cobrado nada. Puede pagar ahora, o más tarde en la clínica.',
    payAtClinic: 'No se ha cobrado nada. Se paga en la clínica.',
    paid: 'Está pagada. No queda nada por pagar.',
    restNow: (paid, price) =>
      `Hay ${paid} de ${price} pagados. Puede pagar el resto ahora, o más tarde en la clínica.`,
    restAtClinic: (paid, price) =>
      `Hay ${paid} de ${price} pagados. El resto se paga en la clínica.`,
    all: 'Ver mis citas',
  },
})

type BookedPanelProps = {
  id: string
  /** It was booked just now, in the form that is closing: it is known already, and takes the focus. */
  fresh: Booking | undefined
  onClose: () => void
}

/** What was booked last, as the address names it: what now exists, and what can be done next. */
function BookedPanel({ id, fresh, onClose }: BookedPanelProps) {
  const t = useTexts(bookedTexts)
  const {
    data = fresh && { ...fresh, impossible: null, paymentBegun: false },
    error,
    isLoading,
    reload,
  } = useRead(read(endpoints.readAppointment, { params: { id } }))
  if (data) return <Booked booking={data} isFresh={fresh !== undefined} onClose={onClose} />
  if (error === undefined) {
    return (
      <div className="booked" aria-busy="true">
        <Skeleton height="148px" />
      </div>
    )
  }
  // Cancelled since, or of another account.
  if (refusalOf(error).kind === 'refused') return null
  return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
}

type BookedProps = { booking: OwnBooking; isFresh: boolean; onClose: () => void }

function Booked({ booking, isFresh, onClose }: BookedProps) {
  const language = useLanguage()
  const t = useTexts(bookedTexts)
  const { user } = useSession()
  const heading = useFocusOnceFormIsGone(isFresh)
  const { close } = useTexts(sharedTexts)
  const rules = useRead(calendar).data
  const day = parseDay(booking.date)
  const zone = rules && day && zoneNote(language, rules.timeZone, day)
  return (
    <section className="booked" aria-labelledby="booked-heading">
      <span className="booked-icon">
        <Icon of={CircleCheck} size={28} />
      </span>
      <h2 className="booked-heading" id="booked-heading" ref={heading} tabIndex={-1}>
        <span className="booked-over">{t.booked}</span> <span>{useWhen(booking)}</span>
      </h2>
      <button type="button" className="modal-close" aria-label={close} onClick={onClose}>
        <Icon of={X} />
      </button>
      <div className="booked-body">
        <p className="booked-facts">
          <span>
            <strong>{booking.treatment}</strong>
            <DoctorNote appointment={booking} />
          </span>
          <span>
            {booking.patientName}
            <DependentNote appointment={booking} />
          </span>
          <span>{priceText(language, booking.price)}</span>
          {zone && <span>{zone}</span>}
        </p>
        <Next booking={booking} />
        {user && !user.emailVerified && <UnprovedNote />}
      </div>
    </section>
  )
}

/** `Monday, Nov 23, 9:30 AM`. */
function useWhen({ date, slot }: Booking): string {
  const language = useLanguage()
  const today = useRead(calendar).data?.today
  const day = parseDay(date)
  const time = parseSlot(slot)
  if (!day || !time) return `${date}, ${slot}`
  return `${showWeekdayAndDay(language, day, today)}, ${showMinute(language, time.start)}`
}

/** What can be done about it now; paying only where it can be paid. */
function Next({ booking }: { booking: OwnBooking }) {
  const language = useLanguage()
  const t = useTexts(bookedTexts)
  const takesCards = useTakesCards()
  const hasBegun = useHasBegun(booking)
  if (takesCards === undefined) return null
  const { _id, due, impossible } = booking
  const canPay = isPayable(booking) && takesCards && !hasBegun
  const money = moneyText(language, booking, { canPay, takesCards })
  return (
    <>
      {money && <p>{money}</p>}
      <ImpossibleNote appointment={booking} />
      <div className="booked-actions">
        {canPay && (
          <ButtonLink to={paths.payment(_id)}>{t.payNow(showDollars(language, due))}</ButtonLink>
        )}
        {impossible ? (
          <ChooseTime appointment={booking} />
        ) : (
          <AddToCalendar appointment={booking} />
        )}
        <ButtonLink variant="quiet" to={paths.dashboard}>
          {t.all}
        </ButtonLink>
      </div>
    </>
  )
}

/** What is paid, and where the rest can be; '' where nothing is to be said. */
function moneyText(
  language: Language,
  { due, paid, paidInTest, paymentBegun, price }: OwnBooking,
  { canPay, takesCards }: { canPay: boolean; takesCards: boolean },
): string {
  const t = bookedTexts[language]
  if (paid) return paidInTest > 0 ? `${testPaymentTexts[language].notReceived}.` : t.paid
  const isAtClinic = due > 0 && !takesCards && !paymentBegun
  if (!canPay && !isAtClinic) return ''
  // Rescheduled to a treatment that costs more, after it had been paid.
  if (due < price) {
    const rest = canPay ? t.restNow : t.restAtClinic
    return rest(showDollars(language, price - due), showDollars(language, price))
  }
  return canPay ? t.notCharged : t.payAtClinic
}

/** The heading takes the focus once the form, which holds it until then, has left the screen. */
function useFocusOnceFormIsGone(isFresh: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) return focusOnceSettled(heading, () => !document.querySelector('[role="dialog"]'))
  }, [isFresh])
  return heading
}
