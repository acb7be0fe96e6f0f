import type { Booking } from '../../contract/appointments/appointment.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars } from '../../contract/show.ts'
import { useTakesCards } from '../data/payment-settings.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { listTexts } from './list-texts.ts'
import './payment-cell.css'

/** What the Payment column of My Appointments says about one appointment. */
export function PaymentCell({ appointment }: { appointment: Booking }) {
  const { _id: id, due, paid, price, transactionId } = appointment
  const t = useTexts(listTexts)
  const { paid: paidText } = useTexts(messageTexts)
  const language = useLanguage()
  // Moved to a dearer treatment after it had been paid.
  const isDifference = due > 0 && due < price
  if (paid) {
    return (
      <span className="payment-cell">
        <span className="payment-paid">{paidText}</span>
        <ToReceipt id={id} />
      </span>
    )
  }
  if (due === 0) return t.nothingToPay
  if (!isDifference) return <Unpaid id={id} />
  return (
    <span className="payment-cell">
      <span className="payment-partly">
        {t.partlyPaid(showDollars(language, price - due), showDollars(language, price))}
      </span>
      <Unpaid id={id} difference={due} />
      {transactionId !== null && <ToReceipt id={id} />}
    </span>
  )
}

function ToReceipt({ id }: { id: string }) {
  return (
    <ButtonLink variant="quiet" className="payment-link" to={paths.receipt(id)}>
      {useTexts(listTexts).receipt}
    </ButtonLink>
  )
}

/** `difference`: dollars of a price that is partly paid. */
function Unpaid({ id, difference }: { id: string; difference?: number }) {
  const takesCards = useTakesCards()
  const language = useLanguage()
  const t = useTexts(listTexts)
  const { pay } = useTexts(messageTexts)
  if (takesCards === undefined) return <Skeleton width="72px" height="44px" />
  if (!takesCards) return t.payAtClinic
  return (
    <ButtonLink className="payment-link" to={paths.payment(id)}>
      {difference === undefined ? pay : t.payDifference(showDollars(language, difference))}
    </ButtonLink>
  )
}
