import { type RefObject, useRef, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { dialled } from '../../contract/phone.ts'
import { showDate } from '../../contract/show.ts'
import { showInstant } from '../../contract/show-instant.ts'
import {
  type StaffWaitlistRequest,
  staffWaitlistEndpoints,
} from '../../contract/waitlist/staff-endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useAction } from '../data/use-action.ts'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { AlertMark } from '../ui/feedback/alert-mark.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Link } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { daysText, timesText } from './requests.ts'
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
    onlyWith: (doctor: string) => `Only with ${doctor}`,
    doctorAway: {
      left: (doctor: string) => `${doctor} no longer works here`,
      treatment: (doctor: string) => `${doctor} no longer does this treatment`,
      hours: (doctor: string) => `${doctor} does not work then`,
    },
    open: 'Open for any doctor',
    openOf: (patient: string) => `Open for any doctor: ${patient}`,
    openQuestion: 'Open this request for any doctor?',
    openText: (patient: string, doctor: string) =>
      `${patient} asked for ${doctor} alone. Once it is open, they are offered times with any doctor. They keep their place on the waitlist.`,
    openHint: 'Ask the patient first, if you can.',
    opened: (patient: string) => `The request of ${patient} is open for any doctor`,
    write: 'Write to the patient',
    writeOf: (patient: string) => `Write to the patient: ${patient}`,
    written: 'Written just now',
    writtenTo: (patient: string) => `${patient} is asked by mail to choose again`,
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
    onlyWith: (doctor) => `Solo con ${doctor}`,
    doctorAway: {
      left: (doctor) => `${doctor} ya no trabaja aquí`,
      treatment: (doctor) => `${doctor} ya no hace este tratamiento`,
      hours: (doctor) => `${doctor} no trabaja entonces`,
    },
    open: 'Abrir a cualquier doctor',
    openOf: (patient) => `Abrir a cualquier doctor: ${patient}`,
    openQuestion: '¿Abrir esta solicitud a cualquier doctor?',
    openText: (patient, doctor) =>
      `${patient} pidió solo a ${doctor}. Una vez abierta, se le ofrecen horarios con cualquier doctor. Conserva su lugar en la lista.`,
    openHint: 'Si puede, pregunte antes al paciente.',
    opened: (patient) => `La solicitud de ${patient} está abierta a cualquier doctor`,
    write: 'Escribir al paciente',
    writeOf: (patient) => `Escribir al paciente: ${patient}`,
    written: 'Se le escribió ahora',
    writtenTo: (patient) => `Se pidió por correo a ${patient} que elija otra vez`,
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
  const heading = useRef<HTMLHeadingElement>(null)
  const [opening, setOpening] = useState<StrandedRequest>()
  return (
    <StaffPage title={t.title} heading={heading}>
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
        {(requests) => <RequestsTable requests={requests} zone={zone} onOpen={setOpening} />}
      </PagedList>
      <OpenModal
        request={opening}
        onClose={() => setOpening(undefined)}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type RequestsTableProps = {
  requests: readonly StaffWaitlistRequest[]
  zone: string | null
  onOpen: (request: StrandedRequest) => void
}

function RequestsTable({ requests, zone, onOpen }: RequestsTableProps) {
  const t = useTexts(texts)
  const { patient, treatment, suits, now, held, since } = t.headings
  const columns: readonly Column<StaffWaitlistRequest>[] = [
    { heading: patient, cell: (request) => <Patient request={request} /> },
    { heading: treatment, cell: (request) => <Wanted request={request} onOpen={onOpen} /> },
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

function Patient({ request: { patientId, patientName, patient, phone } }: CellProps) {
  const number = dialled(phone)
  return (
    <span className="line-cell">
      <Link to={paths.patient(patientId)}>{patientName}</Link>
      <span className="line-detail">{breakable(patient)}</span>
      {phone !== '' && (
        <span className="line-detail">
          {number ? <a href={`tel:${number}`}>{phone}</a> : phone}
        </span>
      )}
    </span>
  )
}

/** A request whose doctor cannot take it. */
type StrandedRequest = StaffWaitlistRequest & {
  doctor: NonNullable<StaffWaitlistRequest['doctor']>
  doctorAway: NonNullable<StaffWaitlistRequest['doctorAway']>
}

function isStranded(request: StaffWaitlistRequest): request is StrandedRequest {
  return request.doctor !== null && request.doctorAway !== null
}

/** The treatment, and the one doctor who is asked for. */
function Wanted({ request, onOpen }: CellProps & Pick<RequestsTableProps, 'onOpen'>) {
  const t = useTexts(texts)
  const { treatment, doctor } = request
  return (
    <span className="line-cell">
      {treatment}
      {doctor && <span className="line-detail">{t.onlyWith(doctor.name)}</span>}
      {isStranded(request) && <Stranded request={request} onOpen={() => onOpen(request)} />}
    </span>
  )
}

/** Why nothing can be offered, and what staff can do about it. */
function Stranded({ request, onOpen }: { request: StrandedRequest; onOpen: () => void }) {
  const t = useTexts(texts)
  const { _id: id, doctor, doctorAway, patientName, paused } = request
  const [isWritten, setWritten] = useState(false)
  const write = useAction({
    send: () => call(staffWaitlistEndpoints.writeOfDoctor, { params: { id } }),
    onDone() {
      toast.success(t.writtenTo(patientName))
      setWritten(true)
    },
    onRefused: ({ message }) => toast.error(message),
  })
  return (
    <span className="line-stranded">
      <AlertMark text={t.doctorAway[doctorAway](doctor.name)} />
      <span className="line-acts">
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.openOf(patientName)}
          onClick={onOpen}
        >
          {t.open}
        </Button>
        {paused !== 'unconfirmed' && (
          <Button
            variant="quiet"
            className="row-button"
            busy={write.pending}
            disabled={isWritten}
            aria-label={isWritten ? undefined : t.writeOf(patientName)}
            onClick={() => void write.run(undefined)}
          >
            {isWritten ? t.written : t.write}
          </Button>
        )}
      </span>
    </span>
  )
}

type OpenModalProps = {
  /** Absent while the dialog is closed. */
  request: StrandedRequest | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function OpenModal({ request, onClose, focusAfterwards }: OpenModalProps) {
  const t = useTexts(texts)
  const { subject, ...asked } = useConfirmation(request, {
    touches: [staffWaitlistEndpoints.listWaitlist],
    act: ({ _id: id, doctor }) =>
      call(staffWaitlistEndpoints.openRequest, { params: { id }, body: { doctor: doctor._id } }),
    onDone({ patientName }) {
      toast.success(t.opened(patientName))
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  return (
    <ConfirmModal {...asked} title={t.openQuestion} confirmLabel={t.open}>
      <p>{subject && t.openText(subject.patientName, subject.doctor.name)}</p>
      <p>{t.openHint}</p>
    </ConfirmModal>
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
  const { nothingYet } = useTexts(texts)
  if (!appointment) return nothingYet
  return (
    <Link to={paths.staffAppointment(appointment._id)}>
      <When {...appointment} />
    </Link>
  )
}

function When({ date, slot }: { date: string; slot: string }) {
  return (
    <span>
      {showDate(useLanguage(), date)}, <SlotText slot={slot} />
    </span>
  )
}

function Held({ request: { held, paused }, zone }: CellProps & Pick<RequestsTableProps, 'zone'>) {
  const language = useLanguage()
  const { notHeld, until, paused: because } = useTexts(texts)
  if (!held) return paused ? because[paused] : notHeld
  return (
    <span className="line-cell">
      <When {...held} />
      {zone !== null && (
        <span className="line-detail">{until(showInstant(language, held.until, zone))}</span>
      )}
    </span>
  )
}
