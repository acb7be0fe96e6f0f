import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'

const columns: readonly Column<string>[] = [
  'SL no.',
  'Name',
  'Date',
  'Time',
  'Treatment',
  'Payment',
  'TransactionId',
].map((heading, n) => ({ heading, cell: () => <Skeleton width={n ? '80%' : '2ch'} /> }))

export function AppointmentsSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your appointments…
      </p>
      <div aria-hidden="true">
        <Table
          caption=""
          hideCaption
          columns={columns}
          rows={['a', 'b', 'c']}
          rowKey={(row) => row}
        />
      </div>
    </div>
  )
}
