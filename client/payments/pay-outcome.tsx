import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react'
import type { Booking } from '../../contract/appointment.ts'
import { messages } from '../../contract/messages.ts'
import { paths } from '../paths.ts'
import { priceText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { TransactionId } from './transaction-id.tsx'
import type { PayState } from './use-pay.ts'

type PayOutcomeProps = { appointment: Booking; state: PayState }

/** What became of the payment, once Pay has been pressed. Nothing here invites to pay again. */
export function PayOutcome({ appointment, state }: PayOutcomeProps) {
  if (state.phase === 'done') {
    return <Done appointment={appointment} transactionId={state.transactionId} />
  }
  if (state.phase === 'recording') return <Recording />
  if (state.phase === 'checking') return <Checking />
  if (state.phase === 'returned') return <Returned message={state.message} />
  return state.phase === 'unclear' ? <Unclear transactionId={state.transactionId} /> : null
}

function Recording() {
  return (
    <OutcomePanel tone="good" icon={<Spinner />} title="Your payment went through">
      <p>
        We are telling the clinic, and keep trying until it has heard. You can also close this page:
        the payment will show in My Appointments by itself. Please do not pay again.
      </p>
    </OutcomePanel>
  )
}

function Checking() {
  return (
    <OutcomePanel tone="warn" icon={<Spinner />} title="We are checking your payment">
      <p>
        The answer of the card service did not reach us. We are asking whether your card was
        charged, and say so here as soon as we know. Please do not pay again meanwhile.
      </p>
    </OutcomePanel>
  )
}

function Returned({ message }: { message: string }) {
  const icon = <Icon of={RotateCcw} />
  return (
    <OutcomePanel tone="warn" icon={icon} title="Your money is on its way back">
      <p>{message}</p>
      <ButtonLink variant="quiet" to={paths.dashboard}>
        My Appointments
      </ButtonLink>
    </OutcomePanel>
  )
}

function Unclear({ transactionId }: { transactionId: string }) {
  const icon = <Icon of={CircleAlert} />
  return (
    <OutcomePanel tone="warn" icon={icon} title="Somebody has to look at this">
      <p>
        We could not match your payment with this appointment by ourselves. Please do not pay again;
        call the clinic and name this transaction.
      </p>
      <TransactionId id={transactionId} />
    </OutcomePanel>
  )
}

type DoneProps = { appointment: Booking; transactionId: string }

function Done({ appointment, transactionId }: DoneProps) {
  return (
    <>
      <OutcomePanel
        tone="good"
        icon={<Icon of={CircleCheck} size={24} />}
        title={messages.paymentDone}
      >
        <TransactionId id={transactionId} />
        <p>Your receipt is on its way to {appointment.patient}.</p>
        <div className="outcome-links">
          <ButtonLink variant="quiet" to={paths.receipt(appointment._id)}>
            See the receipt
          </ButtonLink>
          <ButtonLink variant="quiet" to={paths.dashboard}>
            My Appointments
          </ButtonLink>
        </div>
      </OutcomePanel>
      <div className="pay-bar">
        <p className="pay-price">{priceText(appointment.price)}</p>
        <Button className="pay-button" disabled>
          {messages.pay}
        </Button>
      </div>
    </>
  )
}
