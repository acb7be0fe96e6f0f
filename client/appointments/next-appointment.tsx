import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { useTakesCards } from '../data/shared-queries.ts'
import { AddToCalendar } from '../domain/add-to-calendar.tsx'
import { clinic } from '../domain/clinic.ts'
import { DependentNote } from '../domain/dependent-note.tsx'
import { DoctorNote } from '../domain/doctors/doctor-note.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { type changeableOf, isPayable } from './appointment-standing.ts'
import './next-appointment.css'

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
  },
})

type NextAppointmentProps = { appointment: Booking; changeable: ReturnType<typeof changeableOf> }

/** What a patient opens the dashboard for: when, where and for what, and all that can be done about it. */
export function NextAppointment({ appointment, changeable }: NextAppointmentProps) {
  const { _id: id, treatment, patientName, date, slot, due } = appointment
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
      <div className="next-appointment-actions">
        {isPayable(appointment) && takesCards && (
          <ButtonLink to={paths.payment(id)}>{t.pay(showDollars(language, due))}</ButtonLink>
        )}
        {changeable === 'all' && (
          <ButtonLink variant="quiet" to={paths.rescheduleAppointment(id)}>
            {t.reschedule}
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={paths.cancelAppointment(id)}>
          {t.cancel}
        </ButtonLink>
        <AddToCalendar appointment={appointment} />
        <a className="button button-quiet" href={clinic.mapLink} {...elsewhere}>
          <Icon of={MapPin} />
          {t.directions} <span className="visually-hidden">{t.newTab}</span>
        </a>
      </div>
    </section>
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

function usePriceLine({ price, due, paid }: Booking, takesCards: boolean | undefined): string {
  const language = useLanguage()
  const t = useTexts(nextTexts)
  const money = (dollars: number) => showDollars(language, dollars)
  if (paid) return t.paid(money(price))
  if (due === 0) return t.free
  if (takesCards === false) return t.atClinic(money(due))
  return due < price ? t.partlyPaid(money(due), money(price)) : t.unpaid(money(price))
}
