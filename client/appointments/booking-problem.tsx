import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { bookingTexts } from './booking-texts.ts'
import type { Problem } from './use-booking.ts'

/** Why the form is still open after Submit, and what is safe. */
export function BookingProblem({ problem }: { problem: Problem | null }) {
  const t = useTexts(bookingTexts)
  if (!problem) return null
  if (problem.kind === 'notBooked') return <ErrorLine>{problem.message}</ErrorLine>
  return (
    <ErrorLine>
      {t.unknownBefore}
      <Link to={paths.dashboard}>{t.myAppointments}</Link>
      {t.unknownAfter}
    </ErrorLine>
  )
}
