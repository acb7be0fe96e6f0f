import { useSession } from '../identity/session.tsx'
import { paths } from '../paths.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import './not-payable.css'

/** The address leads to no appointment of this patient's. */
export function AbsentAppointment({ reason }: { reason: 'not_found' | 'forbidden' }) {
  const { user } = useSession()
  const isForeign = reason === 'forbidden'
  return (
    <div className="not-payable">
      <EmptyState
        picture={picture}
        title={
          isForeign
            ? 'This appointment belongs to somebody else'
            : 'We do not know this appointment'
        }
        action={<ButtonLink to={paths.dashboard}>My Appointments</ButtonLink>}
      >
        <p>
          {isForeign
            ? `You are signed in as ${user?.email}. If it is yours, please sign in with the e-mail address that it was booked with.`
            : 'The address may be incomplete. Your appointments and what is due are all in one place.'}
        </p>
      </EmptyState>
    </div>
  )
}
