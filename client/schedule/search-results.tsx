import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate } from '../../contract/show.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { searchFor } from '../data/use-search.ts'
import { useLive } from '../domain/live/live.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import nothing from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { PairNote, PatientLink, PhoneLink, paymentText, StatusBadge } from './appointment-facts.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { dayTexts } from './texts.ts'
import './day/day-list.css'

const texts = defineTexts({
  en: {
    appointmentsOf: (search: string) => `Appointments of “${search}”`,
    foundOf: (search: string) => `Appointments of ${search}`,
    backToDay: 'Back to the day',
    searchWhat: 'The search',
    pages: 'Pages of appointments',
    nobody: 'No appointments match that name',
    nobodyHint:
      'Any part of a name, an e-mail or a phone number will do, without accents too. Try fewer letters.',
    inPatients: 'Search patients',
  },
  es: {
    appointmentsOf: (search) => `Citas de «${search}»`,
    foundOf: (search) => `Citas de ${search}`,
    backToDay: 'Volver al día',
    searchWhat: 'la búsqueda',
    pages: 'Páginas de citas',
    nobody: 'Nadie con ese nombre tiene cita',
    nobodyHint:
      'Basta una parte del nombre, del correo o del teléfono, también sin acentos. Pruebe con menos letras.',
    inPatients: 'Buscar en los pacientes',
  },
})

type SearchResultsProps = { search: string; onClose: () => void }

/** The appointments of all patients of whose name, e-mail or phone the search is a part, newest first. */
export function SearchResults({ search, onClose }: SearchResultsProps) {
  const t = useTexts(texts)
  const { data, isCurrent, isLoading, error, reload, ...pages } = useLive(
    usePagedRead((after) =>
      read(scheduleEndpoints.searchAppointments, { query: { search, after } }),
    ),
    () => true,
  )
  const next = data?.next ?? null
  return (
    <>
      <header className="day-head">
        <h2 id="day-heading">{t.appointmentsOf(search)}</h2>
        <Button variant="quiet" onClick={onClose}>
          {t.backToDay}
        </Button>
      </header>
      {isCurrent && data ? (
        <Results search={search} rows={data.rows} />
      ) : error === undefined ? (
        <DaySkeleton />
      ) : (
        <LoadFailure what={t.searchWhat} error={error} onRetry={reload} busy={isLoading} />
      )}
      <Pager
        label={t.pages}
        hasNext={next !== null}
        busy={isLoading}
        page={pages.page}
        onPrevious={pages.onPrevious}
        onNext={() => next !== null && pages.onNext(next)}
      />
    </>
  )
}

type ResultsProps = { search: string; rows: readonly StaffAppointment[] }

function Results({ search, rows }: ResultsProps) {
  const t = useTexts(texts)
  const { appointments } = useTexts(dayTexts)
  const columns = useColumns()
  return (
    <>
      <p className="visually-hidden" role="status">
        {appointments(rows.length)}
      </p>
      {rows.length === 0 ? (
        <EmptyState
          picture={nothing}
          title={t.nobody}
          action={
            <ButtonLink variant="quiet" to={paths.patients} state={searchFor(search)}>
              {t.inPatients}
            </ButtonLink>
          }
        >
          <p>{t.nobodyHint}</p>
        </EmptyState>
      ) : (
        <div className="day-list">
          <Table
            caption={t.foundOf(search)}
            hideCaption
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
    </>
  )
}

function useColumns(): readonly Column<StaffAppointment>[] {
  const language = useLanguage()
  const t = useTexts(sharedTexts)
  return [
    {
      heading: t.date,
      cell: ({ date }) => <span className="one-line">{showDate(language, date)}</span>,
    },
    { heading: t.time, cell: ({ slot }) => <SlotText slot={slot} /> },
    {
      heading: t.patient,
      cell: (one) => (
        <>
          <PatientLink appointment={one} />
          <span className="day-list-mail">{one.patient}</span>
        </>
      ),
    },
    { heading: t.phone, cell: ({ phone }) => <PhoneLink phone={phone} /> },
    {
      heading: t.treatment,
      cell: (one) => (
        <>
          {one.treatment} <PairNote appointment={one} />
        </>
      ),
    },
    { heading: t.status, cell: (one) => <StatusBadge {...one} /> },
    { heading: t.payment, cell: (one) => paymentText(language, one) },
  ]
}
