import { type Day, formatDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import { type Column, Table } from '../ui/table.tsx'
import { PatientLink } from './patient-link.tsx'
import { paymentText } from './payment-text.ts'
import { PhoneLink } from './phone-link.tsx'
import { QuickMarks } from './quick-marks.tsx'
import { SlotText } from './slot-text.tsx'
import { StateBadge } from './state-badge.tsx'
import { useNewest } from './use-newest.ts'
import './day-list.css'

type DayListProps = {
  day: Day
  appointments: readonly StaffAppointment[]
  /** Marks are for days that have come. */
  canMark: boolean
  reload: () => void
}

/** The day as a list, fit for printing. */
export function DayList({ day, appointments, canMark, reload }: DayListProps) {
  const { newest, learn } = useNewest()
  const actions: Column<StaffAppointment> = {
    heading: 'Actions',
    cell: (one) => <QuickMarks appointment={one} onMarked={learn} reload={reload} />,
  }
  return (
    <div className="day-list">
      <Table
        caption={`Appointments on ${formatDay(day)}`}
        hideCaption
        columns={canMark ? [...columns, actions] : columns}
        rows={appointments.map(newest)}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

const columns: readonly Column<StaffAppointment>[] = [
  { heading: 'Time', cell: ({ slot }) => <SlotText slot={slot} /> },
  { heading: 'Patient', cell: (one) => <PatientLink appointment={one} /> },
  { heading: 'Treatment', cell: ({ treatment }) => treatment },
  { heading: 'Phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  { heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { heading: 'Payment', cell: paymentText },
]
