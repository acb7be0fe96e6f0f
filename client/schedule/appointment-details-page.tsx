import { type RefObject, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type Day, parseDay } from '../../contract/date.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type {
  DeskPayment,
  StaffAppointment,
  StaffAppointmentDetails,
} from '../../contract/schedule/staff-appointment.ts'
import { showDate, showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { BackLink } from '../app/staff-page.tsx'
import { ApiError } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { type ClinicCalendar, calendar as clinicCalendar } from '../data/shared-queries.ts'
import { read, useRead } from '../data/use-read.ts'
import { DependentNote } from '../domain/appointment-card.tsx'
import { AppointmentHistory } from '../domain/appointment-history.tsx'
import { LiveNote, useLive } from '../domain/live/live.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { breakable } from '../i18n/breakable.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useMay } from '../identity/own-role.ts'
import nothing from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { AlertMark } from '../ui/feedback/alert-mark.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { PaymentFact, PhoneLink, StatusBadge } from './appointment-facts.tsx'
import { ChangePairButton, ChangePairModal, PairFact } from './booking/change-pair.tsx'
import { CancelModal, RefundModal, useCanRefund } from './cancel-and-refund.tsx'
import { type ChangeProps, StatusButtons, useNewest } from './changes.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { FrontDesk } from './front-desk.tsx'
import { RescheduleModal } from './reschedule-modal.tsx'
import { appointmentTexts } from './texts.ts'
import { NextVisitModal } from './visits/next-visit-modal.tsx'
import './appointment-details.css'
import './schedule.css'

/** One appointment for staff: the patient, the time, its status, its history, and the actions on it. */
export function AppointmentDetailsPage() {
  const { id = '' } = useParams()
  return (
    <section className="details" aria-labelledby="day-heading">
      <Details key={id} id={id} />
    </section>
  )
}

function Details({ id }: { id: string }) {
  const t = useTexts(appointmentTexts)
  const calendar = useLive(useRead(clinicCalendar)).data
  const details = useRead(read(scheduleEndpoints.readStaffAppointment, { params: { id } }))
  const { data, error, isLoading, reload } = details
  // Rescheduling is published for both days, the one it left too. Until the first answer any day may be its day.
  useLive(details, (changed) => (data ? parseDay(data.appointment.date) === changed : isLoading))

  if (error instanceof ApiError && error.code === 'not_found') return <Unknown />
  if (data) {
    const isOld = error !== undefined
    return <Known details={data} calendar={calendar} isOld={isOld} />
  }
  if (error === undefined) return <DaySkeleton withHead />
  return (
    <>
      <h2 id="day-heading">{t.appointment}</h2>
      <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
    </>
  )
}

type KnownProps = {
  details: StaffAppointmentDetails
  calendar: ClinicCalendar | undefined
  isOld: boolean
}

function Known({ details, calendar, isOld }: KnownProps) {
  const language = useLanguage()
  const { newest, learn } = useNewest()
  const heading = useRef<HTMLHeadingElement>(null)
  const appointment = newest(details.appointment)
  const day = parseDay(appointment.date) ?? ''
  return (
    <>
      <div className="day-top">
        <BackLink to={paths.scheduleOf(day)}>{showDate(language, appointment.date)}</BackLink>
        <LiveNote />
      </div>
      <header className="details-head">
        <h2 id="day-heading" ref={heading} tabIndex={-1}>
          <Link to={paths.patient(appointment.patientId)}>{appointment.patientName}</Link>
          <DependentNote appointment={appointment} byName />
        </h2>
        <StatusBadge {...appointment} />
        {details.alert !== '' && <AlertMark text={details.alert} />}
      </header>
      {isOld && (
        <p className="day-note" role="status">
          {appointmentTexts[language].isOld}
        </p>
      )}
      <AppointmentFacts appointment={appointment} day={day} refund={details.refund} />
      {calendar && (
        <AppointmentActions
          appointment={appointment}
          day={day}
          calendar={calendar}
          deskPayments={details.deskPayments}
          heading={heading}
          onChanged={learn}
        />
      )}
      <AppointmentHistory entries={details.history} timeZone={calendar?.timeZone} reader="staff" />
    </>
  )
}

function Unknown() {
  const t = useTexts(appointmentTexts)
  return (
    <>
      <h2 id="day-heading" className="visually-hidden">
        {t.appointment}
      </h2>
      <EmptyState
        picture={nothing}
        title={t.unknown}
        action={<ButtonLink to={paths.schedule}>{t.goToDay}</ButtonLink>}
      >
        <p>{t.unknownHint}</p>
      </EmptyState>
    </>
  )
}

type Refund = StaffAppointmentDetails['refund']

type AppointmentFactsProps = { appointment: StaffAppointment; day: Day; refund: Refund }

function AppointmentFacts({ appointment, day, refund }: AppointmentFactsProps) {
  const language = useLanguage()
  const shared = sharedTexts[language]
  const t = appointmentTexts[language]
  const { patient, phone, treatment, slot, price, paidInTest, transactionId } = appointment
  const canRefund = useCanRefund(appointment)
  return (
    <Facts>
      <Fact label={t.when}>
        <strong>{showLongDay(language, day)}</strong>
        <span className="details-aside">{showSlot(language, slot)}</span>
      </Fact>
      <Fact label={shared.treatment}>
        {treatment}
        <PairFact appointment={appointment} />
      </Fact>
      <Fact label={shared.phone}>
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label={shared.email}>
        {patient === null ? t.noEmail : <a href={`mailto:${patient}`}>{breakable(patient)}</a>}
      </Fact>
      <Fact label={shared.price}>{showDollars(language, price)}</Fact>
      <Fact label={shared.payment}>
        <PaymentFact appointment={appointment} />
        {paidInTest > 0 && (
          <span className="details-aside">
            {t.testHint} {canRefund && t.testRefund}
          </span>
        )}
        {refund && <span className="details-aside">{t.refunds[refund]}</span>}
        {transactionId && <span className="details-aside details-code">{transactionId}</span>}
      </Fact>
    </Facts>
  )
}

const actionTexts = defineTexts({
  en: {
    whatToDo: 'What to do',
    visit: 'Visit',
    statusFrom: (day: string) => `You can note the arrival, and all that follows, from ${day} on.`,
    reschedule: 'Reschedule',
    cancelAppointment: 'Cancel appointment',
    refund: 'Refund',
    nextVisit: 'Book the next visit',
  },
  es: {
    whatToDo: 'Qué hacer',
    visit: 'Visita',
    statusFrom: (day) => `Desde el ${day} podrá indicar si llegó y lo que sigue.`,
    reschedule: 'Reprogramar',
    cancelAppointment: 'Cancelar la cita',
    refund: 'Reembolsar',
    nextVisit: 'Reservar la próxima visita',
  },
})

type AppointmentActionsProps = ChangeProps & {
  day: Day
  calendar: ClinicCalendar
  deskPayments: readonly DeskPayment[]
  /** Takes the focus where a change has removed the button that opened its dialog. */
  heading: RefObject<HTMLElement | null>
}

/** The actions that the appointment's status and day allow. */
function AppointmentActions(all: AppointmentActionsProps) {
  const { day, calendar, deskPayments, heading, ...props } = all
  const language = useLanguage()
  const t = actionTexts[language]
  const [open, setOpen] = useState<'next' | 'reschedule' | 'pair' | 'cancel' | 'refund' | null>(
    null,
  )
  const { appointment } = props
  const close = () => setOpen(null)
  const isLive = appointment.status !== 'cancelled'
  const isAhead = day >= calendar.today
  const hasCome = day <= calendar.today
  const may = useMay()
  const canBook = may('bookings')
  const canRefund = useCanRefund(appointment)
  useFocusOnceClosed(open !== null, heading)

  return (
    <section className="details-actions" aria-label={t.whatToDo}>
      {isLive && (
        <div className="details-action">
          <h3>{t.visit}</h3>
          {hasCome ? <StatusButtons {...props} /> : <p>{t.statusFrom(showDay(language, day))}</p>}
        </div>
      )}
      {may('deskPayments') && (
        <FrontDesk
          {...props}
          payments={deskPayments}
          timeZone={calendar.timeZone}
          heading={heading}
        />
      )}
      <div className="details-buttons">
        {canBook && isLive && isAhead && appointment.status !== 'completed' && (
          <>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen('reschedule')}>
              {t.reschedule}
            </Button>
            <ChangePairButton {...{ appointment, day }} onPress={() => setOpen('pair')} />
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
              {t.cancelAppointment}
            </Button>
          </>
        )}
        {canBook && appointment.status === 'completed' && (
          <Button aria-haspopup="dialog" onClick={() => setOpen('next')}>
            {t.nextVisit}
          </Button>
        )}
        {canRefund && appointment.paidByCard > 0 && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
            {t.refund}
          </Button>
        )}
      </div>
      {open === 'reschedule' && (
        <RescheduleModal {...props} day={day} calendar={calendar} onClose={close} />
      )}
      {open === 'pair' && (
        <ChangePairModal {...props} day={day} calendar={calendar} onClose={close} />
      )}
      {open === 'next' && <NextVisitModal appointment={appointment} onClose={close} />}
      {open === 'cancel' && <CancelModal {...props} onClose={close} />}
      {open === 'refund' && <RefundModal appointment={appointment} onClose={close} />}
    </section>
  )
}
