import { CalendarSync, History, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { ApiError } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar, clinicNow, policy, useTakesCards } from '../data/shared-queries.ts'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { DependentNote, DoctorNote } from '../domain/appointment-card.tsx'
import { clinic } from '../domain/clinic.ts'
import { SendConfirmation } from '../domain/confirmation/send-confirmation.tsx'
import { ImpossibleNote } from '../domain/impossible-note.tsx'
import { PolicyNote } from '../domain/policy-note.tsx'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { useClinicZone } from '../i18n/clinic-instant.tsx'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { TableSkeleton } from '../ui/table.tsx'
import {
  AppointmentsTable,
  type ChangeRules,
  changeableOf,
  isPayable,
  listAhead,
} from './appointments-table.tsx'
import { myAppointmentsTexts } from './my-appointments-texts.ts'
import './next-appointment.css'
import './my-appointments-page.css'

/** The first page of the dashboard: what lies ahead of the patient, the nearest day first. */
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
  const t = useTexts(myAppointmentsTexts)
  const rules = useRules()
  const zone = useZone(appointments.data, rules?.timeZone)

  return (
    <section className="my-appointments" aria-labelledby="my-appointments-heading">
      <h2 id="my-appointments-heading">{t.title}</h2>
      {zone && <p className="my-appointments-zone">{t.allTimes(zone)}</p>}
      <Appointments {...appointments} rules={rules} />
      {user && !user.emailVerified && (
        <>
          <p className="my-appointments-zone">{t.unverified}</p>
          <SendConfirmation />
        </>
      )}
    </section>
  )
}

type AppointmentsProps = Reading<OwnBooking[]> & { rules: ChangeRules | undefined }

function Appointments({ data, error, isLoading, reload, rules }: AppointmentsProps) {
  const t = useTexts(myAppointmentsTexts)
  // What is over is decided by the clinic's clock; where its zone does not come, all is shown.
  const isZoneKnown = useClinicZone() !== null
  const { data: days } = useRead(calendar)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.list} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data || !isZoneKnown) return <AppointmentsSkeleton />
  const now = days ? clinicNow(days) : Date.now()
  const ahead = listAhead(data, rules, now)
  const next = ahead.find((one) => changeableOf(one, rules, now) !== 'nothing')
  return (
    <>
      {error !== undefined && <Note>{t.outOfDate}</Note>}
      {next && <NextAppointment appointment={next} changeable={changeableOf(next, rules, now)} />}
      {ahead.length > 0 ? (
        <>
          <AppointmentsTable appointments={ahead} rules={rules} now={now} />
          <PolicyNote policy={rules?.policy} />
        </>
      ) : (
        <NothingAhead hasPast={data.length > 0} />
      )}
      {data.length > 0 && (
        <p className="my-appointments-links">
          {ahead.length > 0 && (
            <Link to={paths.ownCalendar}>
              <Icon of={CalendarSync} />
              {t.toCalendar}
            </Link>
          )}
          <Link to={paths.dashboardHistory}>
            <Icon of={History} />
            {t.toHistory}
          </Link>
        </p>
      )}
    </>
  )
}

function NothingAhead({ hasPast }: { hasPast: boolean }) {
  const t = useTexts(myAppointmentsTexts)
  const { bookAnAppointment } = useTexts(sharedTexts)
  return (
    <EmptyState
      picture={picture}
      title={hasPast ? t.noneAhead : t.empty}
      action={<ButtonLink to={paths.appointment}>{bookAnAppointment}</ButtonLink>}
    >
      <p>{t.emptyText}</p>
    </EmptyState>
  )
}

/** The rules that say whether an appointment can still be changed. */
function useRules(): ChangeRules | undefined {
  const { data: days } = useRead(calendar)
  const { data: promises } = useRead(policy)
  return days && { timeZone: days.timeZone, policy: promises }
}

/** Without the clinic's zone the times still stand, only the note is missing. */
function useZone(appointments: readonly OwnBooking[] | undefined, timeZone: string | undefined) {
  const language = useLanguage()
  const day = parseDay(appointments?.[0]?.date ?? '')
  return timeZone !== undefined && day ? zoneNote(language, timeZone, day) : null
}

function AppointmentsSkeleton() {
  const { headings, loading } = useTexts(myAppointmentsTexts)
  return <TableSkeleton label={loading} headings={Object.values(headings)} rows={3} height="44px" />
}

const nextTexts = defineTexts({
  en: {
    heading: 'Your next appointment',
    place: 'Where',
    directions: 'Directions',
    newTab: '(opens in a new tab)',
    pay: (money: string) => `Pay ${money}`,
    reschedule: 'Reschedule',
    cancel: 'Cancel',
    free: 'Nothing to pay',
    paid: (price: string) => `${price}, paid`,
    unpaid: (price: string) => `${price}, not paid yet`,
    partlyPaid: (due: string, price: string) => `${due} of ${price} still to pay`,
    atClinic: (due: string) => `${due}, to pay at the clinic`,
    begun: (due: string) => `${due}, card payment begun. Do not pay again, please ask the clinic.`,
  },
  es: {
    heading: 'Su próxima cita',
    place: 'Dónde',
    directions: 'Cómo llegar',
    newTab: '(se abre en otra pestaña)',
    pay: (money) => `Pagar ${money}`,
    reschedule: 'Reprogramar',
    cancel: 'Cancelar',
    free: 'Nada que pagar',
    paid: (price) => `${price}, pagado`,
    unpaid: (price) => `${price}, sin pagar`,
    partlyPaid: (due, price) => `Quedan por pagar ${due} de ${price}`,
    atClinic: (due) => `${due}, a pagar en la clínica`,
    begun: (due) =>
      `${due}, pago con tarjeta iniciado. No pague de nuevo; consulte a la clínica, por favor.`,
  },
})

type NextAppointmentProps = { appointment: OwnBooking; changeable: ReturnType<typeof changeableOf> }

/** What a patient opens the dashboard for: when, where and for what, and all that can be done about it. */
function NextAppointment({ appointment, changeable }: NextAppointmentProps) {
  const { _id: id, treatment, patientName, date, slot, due, impossible } = appointment
  const language = useLanguage()
  const t = useTexts(nextTexts)
  const shared = useTexts(sharedTexts)
  const day = parseDay(date)
  const takesCards = useTakesCards()
  return (
    <section className="next-appointment" aria-labelledby="next-appointment-heading">
      <div className="next-appointment-when">
        <h3 id="next-appointment-heading">{t.heading}</h3>
        <p className="next-appointment-day">{day ? showLongDay(language, day) : date}</p>
        <p className="next-appointment-time">{showSlot(language, slot)}</p>
      </div>
      <dl className="next-appointment-facts">
        <Fact name={shared.treatment}>
          {treatment} <DoctorNote appointment={appointment} />
        </Fact>
        <Fact name={shared.patient}>
          {patientName} <DependentNote appointment={appointment} />
        </Fact>
        <Fact name={shared.price}>{usePriceLine(appointment, takesCards)}</Fact>
        <Fact name={t.place}>{clinic.address}</Fact>
      </dl>
      <ImpossibleNote appointment={appointment} />
      <div className="next-appointment-actions">
        {isPayable(appointment) && takesCards && (
          <ButtonLink to={paths.payment(id)}>{t.pay(showDollars(language, due))}</ButtonLink>
        )}
        {changeable === 'all' && (
          <ButtonLink
            variant={impossible ? 'primary' : 'quiet'}
            to={paths.rescheduleAppointment(id)}
          >
            {t.reschedule}
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={paths.cancelAppointment(id)}>
          {t.cancel}
        </ButtonLink>
        {impossible === null && <Visiting appointment={appointment} />}
      </div>
    </section>
  )
}

/** For who comes: an entry in their calendar, and the way. */
function Visiting({ appointment }: { appointment: OwnBooking }) {
  const t = useTexts(nextTexts)
  return (
    <>
      <AddToCalendar appointment={appointment} />
      <a className="button button-quiet" href={clinic.mapLink} {...elsewhere}>
        <Icon of={MapPin} />
        {t.directions} <span className="visually-hidden">{t.newTab}</span>
      </a>
    </>
  )
}

const elsewhere = { target: '_blank', rel: 'noreferrer' }

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function usePriceLine(booking: OwnBooking, takesCards: boolean | undefined): string {
  const { price, due, paid, paidInTest, paymentBegun } = booking
  const language = useLanguage()
  const t = useTexts(nextTexts)
  const { notReceived } = useTexts(testPaymentTexts)
  const money = (dollars: number) => showDollars(language, dollars)
  if (paid && paidInTest > 0) return `${money(price)}. ${notReceived}.`
  if (paid) return t.paid(money(price))
  if (due === 0) return t.free
  if (paymentBegun) return t.begun(money(due))
  if (takesCards === false) return t.atClinic(money(due))
  return due < price ? t.partlyPaid(money(due), money(price)) : t.unpaid(money(price))
}
