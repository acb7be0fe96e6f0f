import type { Booking } from '../../contract/appointment.ts'
import { type Column, Table } from '../ui/table.tsx'
import { PaymentCell } from './payment-cell.tsx'
import { SlotText } from './slot-text.tsx'

const columns: readonly Column<Booking>[] = [
  { heading: 'SL no.', cell: (_, index) => index + 1 },
  { heading: 'Name', cell: ({ patientName }) => patientName },
  { heading: 'Date', cell: ({ date }) => <span className="one-line">{date}</span> },
  { heading: 'Time', cell: ({ slot }) => <SlotText slot={slot} /> },
  { heading: 'Treatment', cell: ({ treatment }) => treatment },
  { heading: 'Payment', cell: (appointment) => <PaymentCell appointment={appointment} /> },
  { heading: 'TransactionId', cell: ({ transactionId }) => <TransactionId id={transactionId} /> },
]

export function AppointmentsTable({ appointments }: { appointments: readonly Booking[] }) {
  return (
    <Table
      caption="My Appointments"
      hideCaption
      columns={columns}
      rows={appointments}
      rowKey={({ _id }) => _id}
    />
  )
}

function TransactionId({ id }: { id: string | null }) {
  if (id !== null) return <span className="transaction-id">{id}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">None</span>
    </>
  )
}
