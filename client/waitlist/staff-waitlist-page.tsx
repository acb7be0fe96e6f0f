import { Link } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import {
  type StaffWaitlistRequest,
  staffWaitlistEndpoints,
} from '../../contract/waitlist/staff-endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { PagedList } from '../data/paged-list.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { daysText, timesText, whenText } from './requests.ts'
import './staff-waitlist-page.css'

const texts = defineTexts({
  en: {
    title: 'Waitlist',
    intro:
      'Who would like an earlier slot, the longest waiting first. What becomes free is offered automatically to the first patient it suits.',
    what: 'The waitlist',
    loading: 'Loading the waitlist…',
    pages: 'Pages of the waitlist',
    headings: {
      patient: 'Patient',
      treatment: 'Treatment',
      suits: 'What suits',
      now: 'Has now',
      held: 'Held for them',
      since: 'Waiting since',
    },
    nothingYet: 'No appointment',
    notHeld: 'Nothing',
    paused: { unconfirmed: 'E-mail not confirmed', unanswered: 'Rests: two offers unanswered' },
    until: (instant: string) => `until ${instant}`,
    emptyTitle: 'Nobody is waiting',
    emptyText: 'Patients ask for an earlier slot on a full day, or for an appointment they have.',
  },
  es: {
    title: 'Pacientes en espera',
    intro:
      'Quién querría un horario más temprano; primero, quien más lleva esperando. Lo que se libera se ofrece solo a la primera persona a la que le conviene.',
    what: 'la lista de espera',
    loading: 'Cargando la lista de espera…',
    pages: 'Páginas de la lista de espera',
    headings: {
      patient: 'Paciente',
      treatment: 'Tratamiento',
      suits: 'Qué le conviene',
      now: 'Tiene ahora',
      held: 'Guardado',
      since: 'Espera desde',
    },
    nothingYet: 'Ninguna cita',
    notHeld: 'Nada',
    paused: {
      unconfirmed: 'Correo sin confirmar',
      unanswered: 'En pausa: dos ofertas sin respuesta',
    },
    until: (instant) => `hasta ${instant}`,
    emptyTitle: 'Nadie está esperando',
    emptyText:
      'Los pacientes piden un horario más temprano en un día completo o para una cita que ya tienen.',
  },
})

/** The patients on the waitlist, for staff. */
export function StaffWaitlistPage() {
  const t = useTexts(texts)
  const zone = useClinicZone()
  const pages = usePagedRead((after) =>
    read(staffWaitlistEndpoints.listWaitlist, { query: { after } }),
  )
  return (
    <StaffPage title={t.title}>
      <p>{t.intro}</p>
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<TableSkeleton label={t.loading} headings={Object.values(t.headings)} rows={5} />}
        empty={
          <EmptyState picture={picture} title={t.emptyTitle}>
            <p>{t.emptyText}</p>
          </EmptyState>
        }
      >
        {(requests) => <RequestsTable requests={requests} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

type RequestsTableProps = { requests: readonly StaffWaitlistRequest[]; zone: string | null }

function RequestsTable({ requests, zone }: RequestsTableProps) {
  const t = useTexts(texts)
  const { patient, treatment, suits, now, held, since } = t.headings
  const columns: readonly Column<StaffWaitlistRequest>[] = [
    { heading: patient, cell: (request) => <Patient request={request} /> },
    { heading: treatment, cell: (request) => request.treatment },
    { heading: suits, cell: (request) => <Suits request={request} /> },
    { heading: now, cell: (request) => <HasNow request={request} /> },
    { heading: held, cell: (request) => <Held request={request} zone={zone} /> },
    { heading: since, cell: ({ askedAt }) => <ClinicInstant at={askedAt} zone={zone} /> },
  ]
  return (
    <Table
      caption={t.title}
      hideCaption
      columns={columns}
      rows={requests}
      rowKey={({ _id }) => _id}
    />
  )
}

type CellProps = { request: StaffWaitlistRequest }

function Patient({ request: { patientName, patient, phone } }: CellProps) {
  return (
    <span className="line-cell">
      {patientName}
      <span className="line-detail">{breakable(patient)}</span>
      {phone !== '' && <span className="line-detail">{phone}</span>}
    </span>
  )
}

function Suits({ request }: CellProps) {
  const language = useLanguage()
  return (
    <span className="line-cell">
      {daysText(language, request)}
      <span className="line-detail">{timesText(language, request)}</span>
    </span>
  )
}

function HasNow({ request: { appointment } }: CellProps) {
  const language = useLanguage()
  const { nothingYet } = useTexts(texts)
  if (!appointment) return nothingYet
  return <Link to={paths.staffAppointment(appointment._id)}>{whenText(language, appointment)}</Link>
}

function Held({ request: { held, paused }, zone }: CellProps & Pick<RequestsTableProps, 'zone'>) {
  const language = useLanguage()
  const { notHeld, until, paused: because } = useTexts(texts)
  if (!held) return paused ? because[paused] : notHeld
  return (
    <span className="line-cell">
      {whenText(language, held)}
      {zone !== null && (
        <span className="line-detail">{until(instantText(language, held.until, zone))}</span>
      )}
    </span>
  )
}
