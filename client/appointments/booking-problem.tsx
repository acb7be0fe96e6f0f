import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { ErrorLine } from '../ui/error-line.tsx'
import type { Problem } from './use-booking.ts'

/** Why the form is still open after Submit, and what is safe. */
export function BookingProblem({ problem }: { problem: Problem | null }) {
  if (!problem) return null
  if (problem.kind === 'notBooked') return <ErrorLine>{problem.message}</ErrorLine>
  return (
    <ErrorLine>
      We could not reach the clinic. Your appointment may or may not have been made; look at{' '}
      <Link to={paths.dashboard}>My Appointments</Link> before trying again.
    </ErrorLine>
  )
}
