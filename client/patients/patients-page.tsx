import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { type PatientRow, patientEndpoints } from '../../contract/patients/patient.ts'
import { showDay } from '../../contract/show.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useSearch } from '../data/use-search.ts'
import { NoDoctorNote, useHasNoDoctor } from '../domain/doctors/no-doctor-note.tsx'
import { closeForm } from '../forms/leaving.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useMay } from '../identity/own-role.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { AlertMark } from '../ui/feedback/alert-mark.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { SearchField } from '../ui/fields/search-field.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { noPatient, PatientForm } from './patient-form.tsx'
import { patientTexts } from './patient-texts.ts'
import './patients.css'

/** Everybody that the clinic knows: found by a part of what is known, and added. */
export function PatientsPage() {
  const t = useTexts(patientTexts)
  const shared = useTexts(sharedTexts)
  const { search, text, setText, send, showAll, field } = useSearch()
  const pages = usePagedRead((after) =>
    read(patientEndpoints.listPatients, { query: { search: search || undefined, after } }),
  )
  const may = useMay()
  const hasNoDoctor = useHasNoDoctor()
  const [isAdding, setAdding] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const headings = [shared.name, t.birthDate, shared.phone, shared.email]
  useFocusOnceClosed(isAdding, heading)

  return (
    <StaffPage
      title={t.title}
      heading={heading}
      beside={
        <div className="patient-head-buttons">
          {may('patientData') && (
            <ButtonLink variant="quiet" to={paths.patientImport}>
              {t.importFile}
            </ButtonLink>
          )}
          {may('patientRecords') && (
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              {t.add}
            </Button>
          )}
        </div>
      }
    >
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
        skeleton={<TableSkeleton label={t.loading} headings={headings} height="44px" />}
        empty={
          hasNoDoctor ? (
            <NoDoctorNote />
          ) : (
            <EmptyState
              picture={picture}
              title={t.nobody}
              action={
                search && (
                  <Button variant="quiet" onClick={showAll}>
                    {t.showAll}
                  </Button>
                )
              }
            >
              <p>{search ? t.nobodyHas(search) : t.nobodyYet}</p>
            </EmptyState>
          )
        }
      >
        {(patients) => <PatientsTable patients={patients} />}
      </PagedList>
      <Modal title={t.add} isOpen={isAdding} onClose={() => closeForm(() => setAdding(false))}>
        {isAdding && <AddForm onDone={() => setAdding(false)} />}
      </Modal>
    </StaffPage>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(patientTexts)
  const navigate = useNavigate()
  return (
    <PatientForm
      start={noPatient}
      revision={0}
      submitLabel={t.add}
      send={(body) => call(patientEndpoints.addPatient, { body })}
      touches={[patientEndpoints.listPatients]}
      onDone={({ _id }, { name }) => {
        toast.success(t.added(name))
        onDone()
        void navigate(paths.patient(_id))
      }}
    />
  )
}

function PatientsTable({ patients }: { patients: readonly PatientRow[] }) {
  const language = useLanguage()
  const t = patientTexts[language]
  const shared = sharedTexts[language]
  const columns: readonly Column<PatientRow>[] = [
    { heading: shared.name, cell: (patient) => <Name patient={patient} /> },
    {
      heading: t.birthDate,
      cell: ({ birthDate }) => (birthDate === null ? <Unknown /> : showDay(language, birthDate)),
    },
    { heading: shared.phone, cell: ({ phone }) => phone || <Unknown /> },
    { heading: shared.email, cell: ({ email }) => email || <Unknown /> },
  ]
  return (
    <div className="patients-list">
      <Table
        caption={t.title}
        hideCaption
        columns={columns}
        rows={patients}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

/** Nothing is known; on a phone it takes no room. */
function Unknown() {
  return <span className="patient-unknown">–</span>
}

/** With what must be seen at once, and whose account holds them. */
function Name({ patient: { _id, name, alert, holder, archived } }: { patient: PatientRow }) {
  const t = useTexts(patientTexts)
  return (
    <span className="patient-name">
      <Link to={paths.patient(_id)}>{name}</Link>
      {alert !== '' && <AlertMark text={alert} />}
      {holder !== null && <span className="patient-aside">{t.dependentOf(holder)}</span>}
      {archived && <span className="patient-aside">{t.archived}</span>}
    </span>
  )
}
