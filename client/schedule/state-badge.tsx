import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { useTexts } from '../i18n/language.tsx'
import './state-badge.css'
import { appointmentTexts } from './texts-appointment.ts'

type StateBadgeProps = Pick<StaffAppointment, 'state' | 'confirmed'>

/** How an appointment stands; until its day, whether its patient has said that they will be there. */
export function StateBadge({ state, confirmed }: StateBadgeProps) {
  const { states } = useTexts(appointmentTexts)
  const shown = state === 'booked' && confirmed ? 'confirmed' : state
  return (
    <span className="state-badge" data-state={shown}>
      {states[shown]}
    </span>
  )
}
