import type { Booking } from '../../contract/appointment.ts'
import { messages } from '../../contract/messages.ts'
import { paths } from '../paths.ts'
import { useTakesCards } from '../payment-settings.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './payment-cell.css'

/** What the Payment column of My Appointments says about one appointment. */
export function PaymentCell({ appointment }: { appointment: Booking }) {
  const { _id: id, paid, price } = appointment
  if (paid) {
    return (
      <span className="payment-cell">
        <span className="payment-paid">{messages.paid}</span>
        <ButtonLink variant="quiet" className="payment-link" to={paths.receipt(id)}>
          Receipt
        </ButtonLink>
      </span>
    )
  }
  return price > 0 ? <Unpaid id={id} /> : 'Nothing to pay'
}

function Unpaid({ id }: { id: string }) {
  const takesCards = useTakesCards()
  if (takesCards === undefined) return <Skeleton width="72px" height="44px" />
  if (!takesCards) return 'Pay at the clinic'
  return (
    <ButtonLink className="payment-link" to={paths.payment(id)}>
      {messages.pay}
    </ButtonLink>
  )
}
