import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { Refusal } from '../data/refusal.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { bookingTexts } from './booking-texts.ts'
import { whyNotBooked } from './use-booking.ts'

/** Why the form is still open after Submit, and what is safe. */
export function BookingProblem({ refusal }: { refusal: Refusal | undefined }) {
  const language = useLanguage()
  const t = useTexts(bookingTexts)
  if (!refusal) return null
  const why = whyNotBooked(language, refusal)
  if (why !== null) return <ErrorLine>{why}</ErrorLine>
  return (
    <ErrorLine>
      {t.unknownBefore}
      <Link to={paths.dashboard}>{t.myAppointments}</Link>
      {t.unknownAfter}
    </ErrorLine>
  )
}
