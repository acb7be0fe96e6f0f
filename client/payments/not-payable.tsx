import type { ReactNode } from 'react'
import type { Booking } from '../../contract/appointment.ts'
import { type PaymentRefusal, paymentRefusals } from '../../contract/payment-refusals.ts'
import { paths } from '../paths.ts'
import { dollarText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import desk from './art/desk.svg'
import paid from './art/paid.svg'
import { TransactionId } from './transaction-id.tsx'
import './not-payable.css'

type NotPayableProps = { appointment: Booking; reason: PaymentRefusal; onRetry: () => void }

/** Why there is nothing to pay here now, and what to do instead. */
export function NotPayable(props: NotPayableProps) {
  const { reason } = props
  if (reason === 'already_paid') return <AlreadyPaid {...props} />
  if (reason === 'payments_off') return <PayAtClinic {...props} />
  if (reason === 'price_differs') return <PriceDiffers {...props} />
  const { title, text } = other[reason] ?? {
    title: 'This cannot be paid here',
    text: paymentRefusals[reason].message,
  }
  return (
    <Screen picture={desk} title={title} action={<ToAppointments />}>
      <p>{text}</p>
    </Screen>
  )
}

const other: Partial<Record<PaymentRefusal, { title: string; text: string }>> = {
  appointment_cancelled: {
    title: 'This appointment was cancelled',
    text: 'There is nothing to pay for it any more. You are welcome to book another time.',
  },
  appointment_over: {
    title: 'This appointment is over',
    text: 'It can no longer be paid online. Please settle it with the clinic.',
  },
  nothing_due: {
    title: 'There is nothing to pay',
    text: 'This appointment is free of charge. We look forward to seeing you.',
  },
  payment_returned: {
    title: 'Your money is on its way back',
    text: 'This appointment could no longer be paid, so the clinic gives you back what it received.',
  },
}

function AlreadyPaid({ appointment }: NotPayableProps) {
  return (
    <Screen
      picture={paid}
      title="This appointment is already paid"
      action={
        <div className="outcome-links">
          <ButtonLink to={paths.receipt(appointment._id)}>See the receipt</ButtonLink>
          <ToAppointments />
        </div>
      }
    >
      <p>There is nothing left to do. We look forward to seeing you.</p>
      {appointment.transactionId !== null && <TransactionId id={appointment.transactionId} />}
    </Screen>
  )
}

function PayAtClinic({ appointment }: NotPayableProps) {
  return (
    <Screen picture={desk} title="Pay at the clinic" action={<ToAppointments />}>
      <p>
        This clinic does not take cards online. Please pay {dollarText(appointment.price)} at the
        front desk when you come.
      </p>
    </Screen>
  )
}

function PriceDiffers({ onRetry }: NotPayableProps) {
  return (
    <Screen
      picture={desk}
      title="The price has changed"
      action={<Button onClick={onRetry}>See the new price</Button>}
    >
      <p>You have not been charged. Please look at the price again before you pay.</p>
    </Screen>
  )
}

function ToAppointments() {
  return (
    <ButtonLink variant="quiet" to={paths.dashboard}>
      My Appointments
    </ButtonLink>
  )
}

type ScreenProps = { picture: string; title: string; action: ReactNode; children: ReactNode }

function Screen(props: ScreenProps) {
  return (
    <div className="not-payable">
      <EmptyState {...props} />
    </div>
  )
}
