import type { ReactNode } from 'react'
import { auditEndpoints } from '../../contract/audit/endpoints.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import { actionText, describeEntry } from '../../contract/audit-texts.ts'
import { openingEndpoints } from '../../contract/clinic/endpoints.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { patientEndpoints } from '../../contract/patients/patient.ts'
import { paymentEndpoints } from '../../contract/payments/endpoints.ts'
import { privacyEndpoints } from '../../contract/privacy/endpoints.ts'
import { scheduleEndpoints, teamEndpoints } from '../../contract/schedule/endpoints.ts'
import { showDay } from '../../contract/show.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { PagedList } from '../data/paged-list.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useSearch } from '../data/use-search.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { Link } from '../ui/link.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { actorText, outcomeOf, tones } from './outcome.ts'
import { auditTexts } from './texts.ts'
import './audit-page.css'

/** Who of the staff did or saw what; to be read, never to be changed. */
export function AuditPage() {
  const t = useTexts(auditTexts)
  const { search, text, setText, send, showAll, field } = useSearch()
  const zone = useClinicZone()
  const pages = usePagedRead((after) =>
    read(auditEndpoints.listAudit, { query: { search: search || undefined, after } }),
  )
  return (
    <StaffPage title={t.title}>
      <SearchField
        label={t.search}
        hint={t.searchHint}
        value={text}
        onChange={setText}
        onSubmit={send}
        field={field}
      />
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<TableSkeleton label={t.loading} headings={Object.values(t.headings)} rows={8} />}
        empty={
          <EmptyState
            picture={picture}
            title={t.nothing}
            action={
              <Button variant="quiet" onClick={showAll}>
                {t.showAll}
              </Button>
            }
          >
            <p>{t.nothingBegins(search)}</p>
          </EmptyState>
        }
      >
        {(entries) => <AuditTable entries={entries} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

type AuditTableProps = { entries: readonly AuditEntry[]; zone: string | null }

function AuditTable({ entries, zone }: AuditTableProps) {
  const t = useTexts(auditTexts)
  const language = useLanguage()
  const { when, who, what, about, detail, from, outcome } = t.headings
  const columns: readonly Column<AuditEntry>[] = [
    {
      heading: when,
      cell: ({ at }) => (
        <span className="audit-when">
          <ClinicInstant at={at} zone={zone} />
        </span>
      ),
    },
    {
      heading: who,
      cell: ({ actor }) => <span className="audit-who">{breakable(actorText(actor, t))}</span>,
    },
    { heading: what, cell: (entry) => actionText(language, entry) },
    { heading: about, cell: (entry) => (entry.subject ? <Subject entry={entry} /> : <Nothing />) },
    {
      heading: detail,
      cell: (entry) => (
        <span className="audit-detail">{describeEntry(language, entry) || <Nothing />}</span>
      ),
    },
    {
      heading: from,
      cell: ({ address }) => <span className="audit-address">{address || <Nothing />}</span>,
    },
    { heading: outcome, cell: (entry) => <Outcome entry={entry} /> },
  ]
  return (
    <div className="audit-table">
      <Table
        caption={t.title}
        hideCaption
        columns={columns}
        rows={entries}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

function Outcome({ entry }: { entry: AuditEntry }) {
  const { outcomes } = useTexts(auditTexts)
  const outcome = outcomeOf(entry)
  return <span className={`audit-outcome audit-${tones[outcome]}`}>{outcomes[outcome]}</span>
}

function Nothing() {
  const { none } = useTexts(auditTexts)
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{none}</span>
    </>
  )
}

/** What is done to an appointment is about its id, which says nothing to a reader. */
const ofAppointments = new Set<AuditEntry['action']>(
  [
    scheduleEndpoints.readStaffAppointment,
    scheduleEndpoints.bookForPatient,
    scheduleEndpoints.rescheduleAppointment,
    scheduleEndpoints.cancelAppointment,
    scheduleEndpoints.setStatus,
    scheduleEndpoints.payAtDesk,
    scheduleEndpoints.removeDeskPayment,
    paymentEndpoints.refundAppointment,
  ].map(({ audit }) => audit),
)

/** What is done to a patient's record is about its id. */
const ofPatients = new Set<AuditEntry['action']>(
  Object.values({ ...patientEndpoints, ...privacyEndpoints }).map(({ audit }) => audit),
)

/** The subject has ISO days: one, a range `2026-06-08 to 2026-06-10`, or one before a doctor's name. */
const ofDays = new Set<AuditEntry['action']>(
  [
    scheduleEndpoints.readDay,
    teamEndpoints.readDoctorWeek,
    teamEndpoints.writeDayNote,
    openingEndpoints.addClosure,
    openingEndpoints.removeClosure,
    openingEndpoints.settleClosed,
  ].map(({ audit }) => audit),
)

/** Who or what an entry is about; an appointment is a way to its page. */
function Subject({ entry }: { entry: AuditEntry }): ReactNode {
  const { action, subject, patientName } = entry
  const language = useLanguage()
  const { appointment } = auditTexts[language]
  const { patient } = sharedTexts[language]
  if (subject !== '' && ofAppointments.has(action)) {
    return (
      <Link className="audit-about" to={paths.staffAppointment(subject)}>
        {patientName ?? appointment}
      </Link>
    )
  }
  if (subject !== '' && ofPatients.has(action)) {
    return (
      <Link className="audit-about" to={paths.patient(subject)}>
        {patientName ?? patient}
      </Link>
    )
  }
  const about = ofDays.has(action) ? showDays(language, subject) : subject
  return <span className="audit-about">{breakable(about)}</span>
}

function showDays(language: Language, subject: string): string {
  return subject
    .replace(/ to (?=\d{4}-)/, ' – ')
    .replaceAll(/\d{4}-\d\d-\d\d/g, (day) => showDay(language, day))
}
