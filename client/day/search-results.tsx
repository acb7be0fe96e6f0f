import { dayEndpoints } from '../../contract/day-endpoints.ts'
import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import { call } from '../api.ts'
import { LoadFailure } from '../load-failure.tsx'
import nothing from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pager } from '../ui/pager.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { usePages } from '../use-pages.ts'
import { DaySkeleton } from './day-skeleton.tsx'
import { PatientLink } from './patient-link.tsx'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'
import { SlotText } from './slot-text.tsx'
import { StateBadge } from './state-badge.tsx'
import { useLive } from './use-live.ts'
import './day-list.css'

const columns: readonly Column<StaffAppointment>[] = [
  { heading: 'Date', cell: ({ date }) => <span className="day-one-line">{date}</span> },
  { heading: 'Time', cell: ({ slot }) => <SlotText slot={slot} /> },
  {
    heading: 'Patient',
    cell: (one) => (
      <>
        <PatientLink appointment={one} />
        <span className="day-list-mail">{one.patient}</span>
      </>
    ),
  },
  { heading: 'Phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  { heading: 'Treatment', cell: ({ treatment }) => treatment },
  { heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { heading: 'Payment', cell: paymentText },
]

type SearchResultsProps = { search: string; onClose: () => void }

/** The appointments of everybody whose name, e-mail or phone begins so, the newest day first. */
export function SearchResults({ search, onClose }: SearchResultsProps) {
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
        <h2 id="day-heading">Appointments of “{search}”</h2>
        <Button variant="quiet" onClick={onClose}>
          Back to the day
        </Button>
      </header>
      {isCurrent && data ? (
        <Results search={search} rows={data.rows} />
      ) : error === undefined ? (
        <DaySkeleton />
      ) : (
        <LoadFailure what="The search" error={error} onRetry={reload} busy={isLoading} />
      )}
      <Pager
        label="Pages of appointments"
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
  return (
    <>
      <p className="visually-hidden" role="status">
        {rows.length === 1 ? '1 appointment' : `${rows.length} appointments`}
      </p>
      {rows.length === 0 ? (
        <EmptyState picture={nothing} title="Nobody of that name has an appointment">
          <p>
            The search looks at how a first or family name, an e-mail or a phone number begins. Try
            fewer letters.
          </p>
        </EmptyState>
      ) : (
        <div className="day-list">
          <Table
            caption={`Appointments of ${search}`}
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
