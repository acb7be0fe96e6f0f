import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import './state-badge.css'

const texts: Record<StaffAppointment['state'], string> = {
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  no_show: 'No-show',
  cancelled: 'Cancelled',
}

export function StateBadge({ state }: { state: StaffAppointment['state'] }) {
  return (
    <span className="state-badge" data-state={state}>
      {texts[state]}
    </span>
  )
}
