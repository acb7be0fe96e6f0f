import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { usePages } from '../data/use-pages.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import nothing from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pager } from '../ui/pager.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { PatientLink } from './patient-link.tsx'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'
import { StateBadge } from './state-badge.tsx'
import { dayTexts } from './texts.ts'
import { bookingTexts } from './texts-booking.ts'
import { useLive } from './use-live.ts'
import './day-list.css'

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
    { heading: t.treatment, cell: ({ treatment }) => treatment },
    { heading: t.state, cell: (one) => <StateBadge {...one} /> },
    { heading: t.payment, cell: (one) => paymentText(language, one) },
  ]
}

type SearchResultsProps = { search: string; onClose: () => void }

/** The appointments of everybody whose name, e-mail or phone begins so, the newest day first. */
export function SearchResults({ search, onClose }: SearchResultsProps) {
  const t = useTexts(bookingTexts)
  const { data, isCurrent, isLoading, error, reload, ...pages } = useLive(
    usePages(search, (after, signal) =>
      call(dayEndpoints.searchAppointments, { query: { search, after } }, { signal }),
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
  const t = useTexts(bookingTexts)
  const { appointments } = useTexts(dayTexts)
  const columns = useColumns()
  return (
    <>
      <p className="visually-hidden" role="status">
        {appointments(rows.length)}
      </p>
      {rows.length === 0 ? (
        <EmptyState picture={nothing} title={t.nobody}>
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
