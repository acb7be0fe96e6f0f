import type { Booking } from '../../contract/appointments/appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { paymentTexts } from './texts.ts'

/** What is being paid for: in sight at every step. */
export function DueCard({ appointment }: { appointment: Booking }) {
  const { price, due } = appointment
  const language = useLanguage()
  const t = useTexts(paymentTexts)
  const money = (dollars: number) => showDollars(language, dollars)
  // Moved to a dearer treatment after it had been paid.
  const isDifference = due > 0 && due < price
  return (
    <AppointmentCard appointment={appointment}>
      {isDifference ? (
        <>
          <p className="ticket-part">
            {t.price} <span>{money(price)}</span>
          </p>
          <p className="ticket-part">
            {t.paidBefore} <span>{money(price - due)}</span>
          </p>
          <p className="ticket-price">
            {t.due} <strong>{money(due)}</strong>
          </p>
        </>
      ) : (
        <p className="ticket-price">
          {t.price} <strong>{money(price)}</strong>
        </p>
      )}
    </AppointmentCard>
  )
}
