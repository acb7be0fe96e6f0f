import { CalendarSync } from 'lucide-react'
import { Link } from 'react-router'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDate, showDollars } from '../../contract/show.ts'
import { ApiError } from '../data/api-error.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useTakesCards } from '../data/payment-settings.ts'
import { calendar, policy } from '../data/shared-queries.ts'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { beginOf } from '../domain/clinic-begin.ts'
import { PersonNote } from '../domain/person-note.tsx'
import { PolicyNote } from '../domain/policy-note.tsx'
import type { Rules } from '../domain/policy-text.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { listTexts } from './list-texts.ts'
import './my-appointments-page.css'

/** The first page of the dashboard: what the patient has booked, the nearest day first. */
export function MyAppointmentsPage() {
  const { user, signOut } = useSession()
  const email = user?.email ?? ''
  const own = read(endpoints.listAppointments, { query: { email } })
  const appointments = useRead({
    ...own,
    load: (signal) =>
      own.load(signal).catch((error: unknown) => {
        // Not in an effect: the end of the session may have taken this page away before it runs.
        if (error instanceof ApiError && [401, 403].includes(error.status)) void signOut()
        throw error
      }),
  })
  const t = useTexts(listTexts)
  const rules = useRules()
  const zone = useZone(appointments.data, rules?.timeZone)

  return (
    <section className="my-appointments" aria-labelledby="my-appointments-heading">
      <h2 id="my-appointments-heading">{t.title}</h2>
      {zone && <p className="my-appointments-zone">{t.allTimes(zone)}</p>}
      <Appointments {...appointments} rules={rules} />
      {user && !user.emailVerified && <p className="my-appointments-zone">{t.unverified}</p>}
    </section>
  )
}

type AppointmentsProps = Reading<Booking[]> & { rules: ChangeRules | undefined }

function Appointments({ data, error, isLoading, reload, rules }: AppointmentsProps) {
  const t = useTexts(listTexts)
  const { bookAnAppointment } = useTexts(sharedTexts)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.list} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <AppointmentsSkeleton />
  return (
    <>
      {error !== undefined && <Note>{t.outOfDate}</Note>}
      {data.length > 0 ? (
        <>
          <AppointmentsTable appointments={data} rules={rules} />
          <PolicyNote policy={rules?.policy} />
          <Link className="my-appointments-calendar" to={paths.ownCalendar}>
            <Icon of={CalendarSync} />
            {t.toCalendar}
          </Link>
        </>
      ) : (
        <EmptyState
          picture={picture}
          title={t.empty}
          action={<ButtonLink to={paths.appointment}>{bookAnAppointment}</ButtonLink>}
        >
          <p>{t.emptyText}</p>
        </EmptyState>
      )}
    </>
  )
}

/** The rules that say whether an appointment can still be changed. */
function useRules(): ChangeRules | undefined {
  const { data: days } = useRead(calendar)
  const { data: promises } = useRead(policy)
  return days && { timeZone: days.timeZone, policy: promises }
}

/** Without the clinic's zone the times still stand, only the note is missing. */
function useZone(appointments: readonly Booking[] | undefined, timeZone: string | undefined) {
  const language = useLanguage()
  const day = parseDay(appointments?.[0]?.date ?? '')
  return timeZone !== undefined && day ? zoneNote(language, timeZone, day) : null
}

function AppointmentsSkeleton() {
  const { headings, loading } = useTexts(listTexts)
  return <TableSkeleton label={loading} headings={Object.values(headings)} rows={3} height="44px" />
}

type AppointmentsTableProps = {
  appointments: readonly Booking[]
  /** Until they are known, everything is offered. */
  rules: ChangeRules | undefined
}

function AppointmentsTable({ appointments, rules }: AppointmentsTableProps) {
  return (
    <Table
      caption={useTexts(listTexts).title}
      hideCaption
      columns={columnsIn(useLanguage())}
      rows={appointments}
      rowKey={({ _id }) => _id}
      actions={(appointment) => <AppointmentActions appointment={appointment} rules={rules} />}
    />
  )
}

function columnsIn(language: Language): readonly Column<Booking>[] {
  const { headings } = listTexts[language]
  return [
    { heading: headings.number, cell: (_, index) => index + 1 },
    { heading: headings.name, cell: (one) => <Name appointment={one} /> },
    {
      heading: headings.date,
      cell: ({ date }) => <span className="one-line">{showDate(language, date)}</span>,
    },
    { heading: headings.time, cell: ({ slot }) => <SlotText slot={slot} /> },
    { heading: headings.treatment, cell: ({ treatment }) => treatment },
    { heading: headings.payment, cell: (appointment) => <PaymentCell appointment={appointment} /> },
    {
      heading: headings.transaction,
      cell: ({ transactionId }) => <TransactionId id={transactionId} />,
    },
  ]
}

function Name({ appointment }: { appointment: Booking }) {
  return (
    <>
      {appointment.patientName}
      <PersonNote appointment={appointment} />
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
function PaymentCell({ appointment }: { appointment: Booking }) {
  const { _id: id, due, paid, price, transactionId } = appointment
  const t = useTexts(listTexts)
  const { paid: paidText } = useTexts(messageTexts)
  const language = useLanguage()
  // Rescheduled to a treatment that costs more, after it had been paid.
  const isDifference = due > 0 && due < price
  if (paid) {
    return (
      <span className="payment-cell">
        <span className="payment-paid">{paidText}</span>
        <ToReceipt id={id} />
      </span>
    )
  }
  if (due === 0) return t.nothingToPay
  if (!isDifference) return <Unpaid id={id} />
  return (
    <span className="payment-cell">
      <span className="payment-partly">
        {t.partlyPaid(showDollars(language, price - due), showDollars(language, price))}
      </span>
      <Unpaid id={id} difference={due} />
      {transactionId !== null && <ToReceipt id={id} />}
    </span>
  )
}

function ToReceipt({ id }: { id: string }) {
  return (
    <ButtonLink variant="quiet" className="payment-link" to={paths.receipt(id)}>
      {useTexts(listTexts).receipt}
    </ButtonLink>
  )
}

/** `difference`: dollars of a price that is partly paid. */
function Unpaid({ id, difference }: { id: string; difference?: number }) {
  const takesCards = useTakesCards()
  const language = useLanguage()
  const t = useTexts(listTexts)
  const { pay } = useTexts(messageTexts)
  if (takesCards === undefined) return <Skeleton width="72px" height="44px" />
  if (!takesCards) return t.payAtClinic
  return (
    <ButtonLink className="payment-link" to={paths.payment(id)}>
      {difference === undefined ? pay : t.payDifference(showDollars(language, difference))}
    </ButtonLink>
  )
}

type AppointmentActionsProps = { appointment: Booking; rules: ChangeRules | undefined }

/** What a patient can do about one of their appointments. */
function AppointmentActions({ appointment, rules }: AppointmentActionsProps) {
  const { _id: id } = appointment
  const t = useTexts(listTexts)
  const changeable = changeableOf(appointment, rules, Date.now())
  if (changeable === 'nothing') return <p className="appointment-action-note">{t.begun}</p>
  return (
    <div className="appointment-actions">
      {appointment.confirmed && <p className="appointment-action-note">{t.confirmed}</p>}
      {changeable === 'all' ? (
        <Action
          appointment={appointment}
          label={t.reschedule}
          to={paths.rescheduleAppointment(id)}
        />
      ) : (
        <p className="appointment-action-note">{t.tooLate}</p>
      )}
      <Action appointment={appointment} label={t.earlier} to={paths.requestEarlier(id)} />
      <Action appointment={appointment} label={t.cancel} to={paths.cancelAppointment(id)} />
    </div>
  )
}

type ActionProps = { appointment: Booking; label: string; to: string }

/** Its name says which appointment it is about, too. */
function Action({ appointment: { treatment, date }, label, to }: ActionProps) {
  const language = useLanguage()
  const { about } = useTexts(listTexts)
  return (
    <Link
      className="appointment-action"
      to={to}
      aria-label={about(label, treatment, showDate(language, date))}
    >
      {label}
    </Link>
  )
}

type ChangeRules = {
  timeZone: string
  /** Until it is known, all is offered. */
  policy: Rules | undefined
}

/** What is offered to the patient; the server decides when it is sent. */
type Changeable = 'all' | 'cancel' | 'nothing'

/** `now` in epoch milliseconds. What is not known yet is offered. */
export function changeableOf(
  appointment: Pick<Booking, 'date' | 'slot'>,
  rules: ChangeRules | undefined,
  now: number,
): Changeable {
  const begin = rules ? beginOf(appointment, rules.timeZone) : null
  if (!rules || begin === null) return 'all'
  if (now >= begin) return 'nothing'
  const cutoffMinutes = rules.policy?.cutoffMinutes ?? 0
  return now < begin - cutoffMinutes * 60_000 ? 'all' : 'cancel'
}
