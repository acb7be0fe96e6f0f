import { CalendarDays, Clock, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseDay } from '../../contract/date.ts'
import { defineTexts } from '../../contract/language.ts'
import { showLongDay, showSlot } from '../../contract/show.ts'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { dependentTexts } from './dependent-texts.ts'
import './dependent-note.css'
import './appointment-card.css'

const cardTexts = defineTexts({ en: { yours: 'Your appointment' }, es: { yours: 'Su cita' } })

/** What of an appointment its card shows. */
type ShownAppointment = Partial<Pick<Booking, 'dependent' | 'bookedBy' | 'doctor'>> & {
  patientName: string
  treatment: string
  /** As on the wire, `Jun 5, 2022`. */
  date: string
  slot: string
}

type AppointmentCardProps = {
  appointment: ShownAppointment
  /** Below the dashed line: what it costs. */
  children?: ReactNode
}

/** A ticket: whose appointment it is, for what and when. */
export function AppointmentCard({ appointment, children }: AppointmentCardProps) {
  const { patientName, treatment, date, slot } = appointment
  const language = useLanguage()
  const t = useTexts(sharedTexts)
  const zone = useZoneNote(date)
  const day = parseDay(date)
  return (
    <section className="ticket" aria-label={useTexts(cardTexts).yours}>
      <h3 className="ticket-treatment">
        {treatment}
        <DoctorNote appointment={appointment} />
      </h3>
      <dl className="ticket-facts">
        <Fact name={t.patient} icon={<Icon of={UserRound} size={18} />}>
          {patientName}
          <DependentNote appointment={appointment} />
        </Fact>
        <Fact name={t.date} icon={<Icon of={CalendarDays} size={18} />}>
          <span className="ticket-day">{day ? showLongDay(language, day) : date}</span>
        </Fact>
        <Fact name={t.time} icon={<Icon of={Clock} size={18} />}>
          {showSlot(language, slot)}
          {zone && <span className="ticket-zone">{zone}</span>}
        </Fact>
      </dl>
      {children}
    </section>
  )
}

type DependentNoteProps = {
  appointment: Partial<Pick<Booking, 'dependent' | 'bookedBy'>>
  /** For staff: names the account holder. */
  byName?: boolean
}

/** Beside the patient's name: their relationship to the account holder; nothing for the holder. */
export function DependentNote({
  appointment: { dependent, bookedBy },
  byName = false,
}: DependentNoteProps) {
  const { yours, of } = useTexts(dependentTexts)
  if (!dependent || !bookedBy) return null
  return (
    <span className="dependent-note">
      {byName ? of[dependent.relation](bookedBy) : yours[dependent.relation]}
    </span>
  )
}

const noteTexts = defineTexts({
  en: { with: (name: string) => `With ${name}` },
  es: { with: (name) => `Con ${name}` },
})

type DoctorNoteProps = { appointment: Partial<Pick<Booking, 'doctor'>> }

/** Who treats; nothing where the clinic has set up no hours. */
export function DoctorNote({ appointment: { doctor } }: DoctorNoteProps) {
  const t = useTexts(noteTexts)
  return doctor ? <span className="dependent-note">{t.with(doctor.name)}</span> : null
}

type FactProps = { name: string; icon: ReactNode; children: ReactNode }

function Fact({ name, icon, children }: FactProps) {
  return (
    <div className="ticket-fact">
      {icon}
      <dt className="visually-hidden">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Without the clinic's zone the time still stands, only the note is missing. */
function useZoneNote(date: string): string | null {
  const language = useLanguage()
  const calendar = useRead(clinicCalendar)
  const day = parseDay(date)
  return calendar.data && day ? zoneNote(language, calendar.data.timeZone, day) : null
}
