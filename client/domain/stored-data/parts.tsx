import { Download, Printer } from 'lucide-react'
import { Children, type ReactNode, useId } from 'react'
import type { AccountData, Look, PatientData } from '../../../contract/identity/account-data.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { showDay, showDollars, showSlot } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import './parts.css'

/** All stored data of an account or a patient, to read, print and download: its buttons, then its parts. */
export function StoredData({
  data,
  lead,
  action,
  children,
}: {
  data: AccountData | PatientData
  lead: string
  /** Where to go from here. */
  action: ReactNode
  children: ReactNode
}) {
  const language = useLanguage()
  const t = storedDataTexts[language]
  return (
    <div className="account-data">
      <p>
        {lead} {t.asOf} {showInstant(language, data.exportedAt, undefined)}.
      </p>
      <div className="account-buttons account-data-buttons">
        <Button onClick={() => save(data)}>
          <Icon of={Download} />
          {t.download}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
        {action}
      </div>
      {children}
    </div>
  )
}

/** Hands the data to the browser as a file. */
function save(data: AccountData | PatientData) {
  const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `molar-${data.exportedAt.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

export type Line = readonly [label: string, value: ReactNode]

export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="account-lines">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part with its heading; without entries it says so. */
export function Part({ title, entries }: { title: string; entries: readonly ReactNode[] }) {
  const { nothing } = useTexts(storedDataTexts)
  const id = useId()
  return (
    <section className="account-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? (
        <p className="account-hint">{nothing}</p>
      ) : (
        <ul>
          {Children.map(entries, (entry) => (
            <li>{entry}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type PartProps = { data: PatientData }
/** `name`: of the patient, where staff read it and not they themselves. */
type NamedProps = PartProps & { name?: string }

/** What staff know and have noted of the holder and of each dependent; who is only named is left out. */
export function Records({ data: { records } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(storedDataTexts)
  const entries = records.flatMap(({ name, birthDate, note, alert }) => {
    const said = [
      ...(birthDate === null ? [] : [`${t.birthDate} ${showDay(language, birthDate)}`]),
      ...(alert === '' ? [] : [`${t.alert} ${alert}`]),
      ...(note === '' ? [] : [`${t.note} ${note}`]),
    ]
    return said.length === 0 ? [] : [`${name}. ${said.join('; ')}`]
  })
  return <Part title={t.records} entries={entries} />
}

export function Appointments({ data: { appointments }, name }: NamedProps) {
  const language = useLanguage()
  const t = useTexts(storedDataTexts)
  const entries = appointments.map(({ day, slot, treatment, patientName, paidCents, ...one }) => {
    const status = one.cancelledAt === null ? one.status : 'cancelled'
    const paid = `${t.paid} ${showDollars(language, paidCents / 100)}`
    const what = [treatment, patientName, t.statuses[status], ...(paidCents > 0 ? [paid] : [])]
    return `${showDay(language, day)}, ${showSlot(language, slot)}: ${what.join(', ')}`
  })
  const reviews = appointments.flatMap(({ review }) =>
    review ? [t.review(review.stars, review.text)] : [],
  )
  return (
    <>
      <Part title={t.appointments} entries={entries} />
      <Part title={name === undefined ? t.reviews : t.reviewsOf(name)} entries={reviews} />
    </>
  )
}

export function Written({ data: { messages, notifications }, name }: NamedProps) {
  const language = useLanguage()
  const t = useTexts(storedDataTexts)
  const at = (instant: string) => showInstant(language, instant, undefined)
  return (
    <>
      <Part
        title={t.messages}
        entries={messages.map(({ subject, message, createdAt }) => (
          <>
            {at(createdAt)}: <strong>{subject}</strong>
            <br />
            {message}
          </>
        ))}
      />
      <Part
        title={name === undefined ? t.sent : t.sentTo(name)}
        entries={notifications.map(({ subject, recipient, createdAt }) =>
          [at(createdAt), recipient, ...(subject ? [subject] : [])].join(', '),
        )}
      />
    </>
  )
}

/** Who of the clinic looked at the patient; once an hour. */
export function Looks({ looks }: { looks: readonly Look[] }) {
  const language = useLanguage()
  const t = storedDataTexts[language]
  const entries = looks.map(({ at, action, by }) =>
    [showInstant(language, at, undefined), by, lookText(language, action)].join(', '),
  )
  return <Part title={t.looks} entries={entries} />
}

function lookText(language: Language, action: string): string {
  const { lookedAt } = storedDataTexts[language]
  const known = Object.entries(lookedAt).find(([name]) => name === action)
  return known?.[1] ?? action
}

/** The texts around the stored data of an account or a patient. */
const storedDataTexts = defineTexts({
  en: {
    asOf: 'As of',
    download: 'Download as a file',
    print: 'Print',
    records: 'What the clinic has noted',
    birthDate: 'Birth date:',
    alert: 'Alert:',
    note: 'Note:',
    appointments: 'Appointments',
    paid: 'paid',
    statuses: {
      booked: 'booked',
      cancelled: 'cancelled',
      arrived: 'arrived',
      seated: 'in the chair',
      completed: 'took place',
      no_show: 'missed',
    },
    review: (stars: number, text: string) => `${stars} of 5 stars: ${text}`,
    reviews: 'Your reviews',
    reviewsOf: (name: string) => `Reviews of ${name}`,
    messages: 'Messages to the clinic',
    sent: 'Sent to you',
    sentTo: (name: string) => `Sent to ${name}`,
    nothing: 'None',
    looks: 'Who of the clinic looked',
    lookedAt: {
      patient_read: 'at the patient’s page',
      patient_exported: 'at the exported data',
      appointment_read: 'at an appointment',
    },
  },
  es: {
    asOf: 'Al',
    download: 'Descargar en un archivo',
    print: 'Imprimir',
    records: 'Lo que anotó la clínica',
    birthDate: 'Fecha de nacimiento:',
    alert: 'Aviso:',
    note: 'Nota:',
    appointments: 'Citas',
    paid: 'pagado',
    statuses: {
      booked: 'reservada',
      cancelled: 'cancelada',
      arrived: 'llegó',
      seated: 'en el sillón',
      completed: 'atendida',
      no_show: 'no asistió',
    },
    review: (stars, text) => `${stars} de 5 estrellas: ${text}`,
    reviews: 'Sus opiniones',
    reviewsOf: (name) => `Opiniones de ${name}`,
    messages: 'Mensajes a la clínica',
    sent: 'Enviado a usted',
    sentTo: (name) => `Enviado a ${name}`,
    nothing: 'No hay',
    looks: 'Quién de la clínica lo consultó',
    lookedAt: {
      patient_read: 'la ficha del paciente',
      patient_exported: 'los datos exportados',
      appointment_read: 'una cita',
    },
  },
})
