import type { ReactNode } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { paths } from '../../contract/page-paths.ts'
import { type PaymentRefusal, paymentRefusalTexts } from '../../contract/payments/refusals.ts'
import { showDollars } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import desk from './art/desk.svg'
import paid from './art/paid.svg'
import { notPayableTexts } from './not-payable-texts.ts'
import { paymentTexts } from './texts.ts'
import { TransactionId } from './transaction-id.tsx'
import './not-payable.css'

type NotPayableProps = { appointment: Booking; reason: PaymentRefusal; onRetry: () => void }

/** Why there is nothing to pay here now, and what to do instead. */
export function NotPayable(props: NotPayableProps) {
  const { reason } = props
  const language = useLanguage()
  const t = useTexts(notPayableTexts)
  if (reason === 'already_paid') return <AlreadyPaid {...props} />
  if (reason === 'payments_off') return <PayAtClinic {...props} />
  if (reason === 'price_differs') return <PriceDiffers {...props} />
  const [title, text] = knownReason(reason, t) ?? [t.cannot, paymentRefusalTexts[language][reason]]
  return (
    <Screen picture={desk} title={title} action={<ToAppointments />}>
      <p>{text}</p>
    </Screen>
  )
}

type Texts = (typeof notPayableTexts)['en']

/** Title and text of what can be said better than the refusal itself does. */
function knownReason(reason: PaymentRefusal, t: Texts): [string, string] | undefined {
  const known: Partial<Record<PaymentRefusal, [string, string]>> = {
    appointment_cancelled: [t.cancelled, t.cancelledText],
    appointment_over: [t.over, t.overText],
    nothing_due: [t.nothing, t.nothingText],
    payment_returned: [t.returned, t.returnedText],
  }
  return known[reason]
}

function AlreadyPaid({ appointment }: NotPayableProps) {
  const t = useTexts(notPayableTexts)
  const { seeReceipt } = useTexts(paymentTexts)
  return (
    <Screen
      picture={paid}
      title={t.paid}
      action={
        <div className="outcome-links">
          <ButtonLink to={paths.receipt(appointment._id)}>{seeReceipt}</ButtonLink>
          <ToAppointments />
        </div>
      }
    >
      <p>{t.paidText}</p>
      {appointment.transactionId !== null && <TransactionId id={appointment.transactionId} />}
    </Screen>
  )
}

function PayAtClinic({ appointment }: NotPayableProps) {
  const language = useLanguage()
  const t = useTexts(notPayableTexts)
  return (
    <Screen picture={desk} title={t.atClinic} action={<ToAppointments />}>
      <p>{t.atClinicText(showDollars(language, appointment.due))}</p>
    </Screen>
  )
}

function PriceDiffers({ onRetry }: NotPayableProps) {
  const t = useTexts(notPayableTexts)
  return (
    <Screen
      picture={desk}
      title={t.priceDiffers}
      action={<Button onClick={onRetry}>{t.seeNewPrice}</Button>}
    >
      <p>{t.priceDiffersText}</p>
    </Screen>
  )
}

function ToAppointments() {
  return (
    <ButtonLink variant="quiet" to={paths.dashboard}>
      {useTexts(paymentTexts).myAppointments}
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
