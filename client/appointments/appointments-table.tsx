import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDate, showDollars, showSlot, showWeekday } from '../../contract/show.ts'
import { useTakesCards } from '../data/shared-queries.ts'
import { DependentNote, DoctorNote } from '../domain/appointment-card.tsx'
import { beginOf, endOf } from '../domain/clinic-time.ts'
import { ImpossibleNote } from '../domain/impossible-note.tsx'
import type { Rules } from '../domain/policy-note.tsx'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { myAppointmentsTexts } from './my-appointments-texts.ts'
import './my-appointments-page.css'

type AppointmentsTableProps = {
  appointments: readonly OwnBooking[]
  /** Until they are known, everything is offered. */
  rules: ChangeRules | undefined
  /** Epoch milliseconds. */
  now: number
}

/** The table of My Appointments, its columns as specified. */
export function AppointmentsTable({ appointments, rules, now }: AppointmentsTableProps) {
  return (
    <Table
      caption={useTexts(myAppointmentsTexts).all}
      columns={columnsIn(useLanguage())}
      rows={appointments}
      rowKey={({ _id }) => _id}
      actions={(appointment) => (
        <AppointmentActions
          appointment={appointment}
          changeable={changeableOf(appointment, rules, now)}
        />
      )}
    />
  )
}

function columnsIn(language: Language): readonly Column<OwnBooking>[] {
  const { headings } = myAppointmentsTexts[language]
  return [
    { heading: headings.number, cell: (_, index) => index + 1 },
    { heading: headings.name, cell: (one) => <Name appointment={one} /> },
    {
      heading: headings.date,
      cell: ({ date }) => <AppointmentDay date={date} />,
    },
    { heading: headings.time, cell: ({ slot }) => <SlotText slot={slot} /> },
    {
      heading: headings.treatment,
      cell: (appointment) => <TreatmentOf appointment={appointment} />,
    },
    { heading: headings.payment, cell: (appointment) => <PaymentCell appointment={appointment} /> },
    {
      heading: headings.transaction,
      cell: ({ transactionId }) => <TransactionId id={transactionId} />,
    },
  ]
}

function AppointmentDay({ date }: { date: string }) {
  const language = useLanguage()
  const day = parseDay(date)
  return (
    <>
      {day && <span className="appointment-weekday">{showWeekday(language, day)}</span>}{' '}
      <span className="one-line">{showDate(language, date)}</span>
    </>
  )
}

function Name({ appointment }: { appointment: OwnBooking }) {
  return (
    <>
      <span className="appointment-name">{appointment.patientName}</span>
      <DependentNote appointment={appointment} />
    </>
  )
}

function TreatmentOf({ appointment }: { appointment: OwnBooking }) {
  return (
    <>
      {appointment.treatment}
      <DoctorNote appointment={appointment} />
    </>
  )
}

function TransactionId({ id }: { id: string | null }) {
  const { none } = useTexts(sharedTexts)
  if (id !== null) return <span className="transaction-id">{id}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{none}</span>
    </>
  )
}

/** What the Payment column of My Appointments says about one appointment. */
function PaymentCell({ appointment }: { appointment: OwnBooking }) {
  const { _id: id, due, paid, paidInTest, paymentBegun, price, transactionId } = appointment
  const t = useTexts(myAppointmentsTexts)
  const { paid: paidText } = useTexts(messageTexts)
  const { notReceived } = useTexts(testPaymentTexts)
  const language = useLanguage()
  // Rescheduled to a treatment that costs more, after it had been paid.
  const isDifference = due > 0 && due < price
  if (paid) {
    return (
      <span className="payment-cell">
        {paidInTest > 0 ? (
          <span className="payment-test">{notReceived}</span>
        ) : (
          <span className="payment-paid">{paidText}</span>
        )}
        <ToReceipt appointment={appointment} />
      </span>
    )
  }
  if (due === 0) return t.nothingToPay
  // That page says what it means.
  if (paymentBegun) return <Link to={paths.payment(id)}>{t.paymentBegun}</Link>
  const isOffered = isPayable(appointment)
  if (!isDifference) return isOffered ? <Unpaid appointment={appointment} /> : t.notPaid
  return (
    <span className="payment-cell">
      <span className="payment-partly">
        {t.partlyPaid(showDollars(language, price - due), showDollars(language, price))}
      </span>
      {isOffered && <Unpaid appointment={appointment} difference={due} />}
      {transactionId !== null && <ToReceipt appointment={appointment} />}
    </span>
  )
}

function ToReceipt({ appointment }: { appointment: OwnBooking }) {
  const language = useLanguage()
  const { about, receipt } = useTexts(myAppointmentsTexts)
  return (
    <ButtonLink
      variant="quiet"
      className="payment-link"
      to={paths.receipt(appointment._id)}
      aria-label={about(receipt, showAppointment(language, appointment))}
    >
      {receipt}
    </ButtonLink>
  )
}

/** Tells it from every other of the family, also of the same day. */
function showAppointment(
  language: Language,
  { treatment, dependent, patientName, date, slot }: OwnBooking,
): string {
  const treated = dependent ? [treatment, patientName] : [treatment]
  return [...treated, showDate(language, date), showSlot(language, slot)].join(', ')
}

/** `difference`: dollars of a price that is partly paid. */
function Unpaid({ appointment, difference }: { appointment: OwnBooking; difference?: number }) {
  const takesCards = useTakesCards()
  const language = useLanguage()
  const t = useTexts(myAppointmentsTexts)
  const { pay } = useTexts(messageTexts)
  if (takesCards === undefined) return <Skeleton width="72px" height="44px" />
  if (!takesCards) return t.payAtClinic
  return (
    <ButtonLink
      className="payment-link"
      to={paths.payment(appointment._id)}
      aria-description={showAppointment(language, appointment)}
    >
      {difference === undefined ? pay : t.payDifference(showDollars(language, difference))}
    </ButtonLink>
  )
}

type AppointmentActionsProps = {
  appointment: OwnBooking
  changeable: ReturnType<typeof changeableOf>
}

/** What a patient can do about one of their appointments, or how it stands. */
function AppointmentActions({ appointment, changeable }: AppointmentActionsProps) {
  const { _id: id, status, confirmed, impossible } = appointment
  const t = useTexts(myAppointmentsTexts)
  if (changeable === 'nothing') {
    // It has begun.
    if (impossible) return <ImpossibleNote appointment={appointment} />
    return (
      <p className="appointment-action-note appointment-state" data-status={status}>
        {t.statuses[status]}
      </p>
    )
  }
  return (
    <div className="appointment-actions">
      <ImpossibleNote appointment={appointment} />
      {confirmed && <p className="appointment-action-note">{t.confirmed}</p>}
      {changeable === 'all' ? (
        <Action
          appointment={appointment}
          label={t.reschedule}
          to={paths.rescheduleAppointment(id)}
          isMain={impossible !== null}
        />
      ) : (
        <p className="appointment-action-note">{t.tooLate}</p>
      )}
      {impossible === null && (
        <Action appointment={appointment} label={t.earlier} to={paths.requestEarlier(id)} />
      )}
      <Action appointment={appointment} label={t.cancel} to={paths.cancelAppointment(id)} />
    </div>
  )
}

type ActionProps = {
  appointment: OwnBooking
  label: string
  to: string
  /** What the patient should do now. */
  isMain?: boolean
}

/** Its name says which appointment it is about, too. */
function Action({ appointment, label, to, isMain = false }: ActionProps) {
  const language = useLanguage()
  const { about } = useTexts(myAppointmentsTexts)
  return (
    <Link
      className={isMain ? 'button button-primary payment-link' : 'appointment-action'}
      to={to}
      aria-label={about(label, showAppointment(language, appointment))}
    >
      {label}
    </Link>
  )
}

export type ChangeRules = {
  timeZone: string
  /** Until it is known, all is offered. */
  policy: Rules | undefined
}

/** What is offered to the patient; the server decides when it is sent. */
type Changeable = 'all' | 'cancel' | 'nothing'

type Standing = Pick<OwnBooking, 'date' | 'slot' | 'status'>
type Changing = Standing & Pick<OwnBooking, 'impossible'>

/** `now` in epoch milliseconds. What is not known yet is offered; what cannot take place has no cut-off. */
export function changeableOf(
  appointment: Changing,
  rules: ChangeRules | undefined,
  now: number,
): Changeable {
  // Once staff have noted that its patient is there, or stayed away, it stays as it is.
  if (appointment.status !== 'booked') return 'nothing'
  const begin = rules ? beginOf(appointment, rules.timeZone) : null
  if (!rules || begin === null) return 'all'
  if (now >= begin) return 'nothing'
  const cutoffMinutes = appointment.impossible ? 0 : (rules.policy?.cutoffMinutes ?? 0)
  return now < begin - cutoffMinutes * 60_000 ? 'all' : 'cancel'
}

/**
 * The appointments that are not over, in the order given. What is over stands in My History, which
 * begins for each of them at the same instant, its end.
 */
export function listAhead<A extends Standing>(
  appointments: readonly A[],
  rules: Pick<ChangeRules, 'timeZone'> | undefined,
  now: number,
): A[] {
  if (!rules) return [...appointments]
  return appointments.filter((one) => (endOf(one, rules.timeZone) ?? now + 1) > now)
}

type Payable = Pick<OwnBooking, 'due' | 'status' | 'impossible' | 'paymentBegun'>

/** What a patient can still pay online: something due that may not be paid already, for a visit that was not missed and can take place. */
export function isPayable({ due, status, impossible, paymentBegun }: Payable): boolean {
  return due > 0 && status !== 'no_show' && impossible === null && !paymentBegun
}
