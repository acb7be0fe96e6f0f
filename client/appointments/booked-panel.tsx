import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars, showMinute, showWeekdayAndDay } from '../../contract/show.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { refusalOf } from '../data/refusal.ts'
import { calendar, useTakesCards } from '../data/shared-queries.ts'
import { read, useRead } from '../data/use-read.ts'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { beginOf } from '../domain/clinic-begin.ts'
import { DependentNote } from '../domain/dependent-note.tsx'
import { DoctorNote } from '../domain/doctors/doctor-note.tsx'
import { focusOnceSettled } from '../forms/use-focus-once-closed.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { UnprovedNote } from './unproved-note.tsx'
import './booked-panel.css'

const bookedTexts = defineTexts({
  en: {
    what: 'Your appointment',
    booked: 'Your appointment is booked',
    payNow: (dollars: string) => `Pay ${dollars} now`,
    notCharged: 'Nothing has been charged. You can pay now, or later at the clinic.',
    payAtClinic: 'Nothing has been charged. You pay at the clinic.',
    paid: 'It is paid. Nothing is left to pay.',
    all: 'See My Appointments',
  },
  es: {
    what: 'su cita',
    booked: 'Su cita está reservada',
    payNow: (dollars) => `Pagar ${dollars} ahora`,
    notCharged: 'No se ha cobrado nada. Puede pagar ahora, o más tarde en la clínica.',
    payAtClinic: 'No se ha cobrado nada. Se paga en la clínica.',
    paid: 'Está pagada. No queda nada por pagar.',
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
export function BookedPanel({ id, fresh, onClose }: BookedPanelProps) {
  const t = useTexts(bookedTexts)
  const {
    data = fresh,
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
  // Cancelled since, or somebody else's.
  if (refusalOf(error).kind === 'refused') return null
  return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
}

type BookedProps = { booking: Booking; isFresh: boolean; onClose: () => void }

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
function Next({ booking }: { booking: Booking }) {
  const language = useLanguage()
  const t = useTexts(bookedTexts)
  const takesCards = useTakesCards()
  const rules = useRead(calendar).data
  const { _id, due, paid } = booking
  const begin = rules ? beginOf(booking, rules.timeZone) : null
  const hasBegun = begin !== null && rules && Date.now() + rules.clockAhead >= begin
  const canPay = due > 0 && takesCards === true && !hasBegun
  const money = paid ? t.paid : canPay ? t.notCharged : due > 0 && !takesCards && t.payAtClinic
  return (
    <>
      {money && takesCards !== undefined && <p>{money}</p>}
      <div className="booked-actions">
        {canPay && (
          <ButtonLink to={paths.payment(_id)}>{t.payNow(showDollars(language, due))}</ButtonLink>
        )}
        <AddToCalendar appointment={booking} />
        <ButtonLink variant="quiet" to={paths.dashboard}>
          {t.all}
        </ButtonLink>
      </div>
    </>
  )
}

/** The heading takes the focus once the form, which holds it until then, has left the screen. */
function useFocusOnceFormIsGone(isFresh: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) return focusOnceSettled(heading, () => !document.querySelector('[role="dialog"]'))
  }, [isFresh])
  return heading
}
