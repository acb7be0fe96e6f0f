import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Booking, OwnBooking } from '../../contract/appointments/appointment.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type PaymentRefusal, paymentRefusalTexts } from '../../contract/payments/refusals.ts'
import { showDollars } from '../../contract/show.ts'
import { ChooseTime, ImpossibleNote } from '../domain/impossible-note.tsx'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { OutcomePanel } from '../ui/feedback/outcome-panel.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/link.tsx'
import desk from './art/desk.svg'
import paid from './art/paid.svg'
import { paymentTexts } from './texts.ts'
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
  const t = useTexts(paymentTexts)
  return (
    <OutcomePanel tone="good" icon={<Spinner />} title={t.wentThrough}>
      <p>{t.telling}</p>
    </OutcomePanel>
  )
}

function Checking() {
  const t = useTexts(paymentTexts)
  return (
    <OutcomePanel tone="warn" icon={<Spinner />} title={t.checking}>
      <p>{t.asking}</p>
    </OutcomePanel>
  )
}

function Returned({ message }: { message: string }) {
  const t = useTexts(paymentTexts)
  const icon = <Icon of={RotateCcw} />
  return (
    <OutcomePanel tone="warn" icon={icon} title={t.onItsWayBack}>
      <p>{message}</p>
      <ButtonLink variant="quiet" to={paths.dashboard}>
        {t.myAppointments}
      </ButtonLink>
    </OutcomePanel>
  )
}

function Unclear({ transactionId }: { transactionId: string }) {
  const t = useTexts(paymentTexts)
  const icon = <Icon of={CircleAlert} />
  return (
    <OutcomePanel tone="warn" icon={icon} title={t.unclear}>
      <p>{t.unclearText}</p>
      <TransactionId id={transactionId} />
    </OutcomePanel>
  )
}

type DoneProps = { appointment: Booking; transactionId: string }

function Done({ appointment, transactionId }: DoneProps) {
  const t = useTexts(paymentTexts)
  const nothingLeft = useId()
  const { pay, paymentDone } = useTexts(messageTexts)
  return (
    <>
      <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={paymentDone}>
        <TransactionId id={transactionId} />
        <p>{t.receiptComes(appointment.patient)}</p>
        <div className="outcome-links">
          <ButtonLink variant="quiet" to={paths.receipt(appointment._id)}>
            {t.seeReceipt}
          </ButtonLink>
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {t.myAppointments}
          </ButtonLink>
        </div>
      </OutcomePanel>
      <div className="pay-bar">
        <p id={nothingLeft}>{t.nothingLeft}</p>
        <Button className="pay-button" disabled aria-describedby={nothingLeft}>
          {pay}
        </Button>
      </div>
    </>
  )
}

export function TransactionId({ id }: { id: string }) {
  return (
    <dl className="transaction">
      <dt>{useTexts(paymentTexts).transactionId}</dt>
      <dd>{id}</dd>
    </dl>
  )
}

/** Why an appointment cannot be paid, as titles and what to do. */
const notPayableTexts = defineTexts({
  en: {
    cannot: 'This cannot be paid here',
    cancelled: 'This appointment was cancelled',
    cancelledText: 'There is nothing to pay for it any more. You are welcome to book another time.',
    over: 'This appointment is over',
    overText: 'It can no longer be paid online. Please settle it with the clinic.',
    nothing: 'There is nothing to pay',
    nothingText: 'This appointment is free of charge. We look forward to seeing you.',
    returned: 'Your money is on its way back',
    returnedText:
      'This appointment could no longer be paid, so the clinic refunds what it received.',
    paid: 'This appointment is already paid',
    paidText: 'There is nothing left to do. We look forward to seeing you.',
    atClinic: 'Pay at the clinic',
    atClinicText: (money: string) =>
      `This clinic does not take cards online. Please pay ${money} at the front desk when you come.`,
    impossible: 'This appointment cannot take place',
    impossibleText:
      'There is nothing to pay for it now. What you have paid stays with the time that you choose.',
    priceDiffers: 'The price has changed',
    seeNewPrice: 'See the new price',
    priceDiffersText: 'You have not been charged. Please check the new price before you pay.',
  },
  es: {
    cannot: 'No se puede pagar aquí',
    cancelled: 'Esta cita se canceló',
    cancelledText: 'Ya no hay nada que pagar por ella. Cuando quiera, puede reservar otra.',
    over: 'Esta cita ya pasó',
    overText: 'Ya no se puede pagar en línea. Acuerde el pago con la clínica, por favor.',
    nothing: 'No hay nada que pagar',
    nothingText: 'Esta cita no tiene costo. Será un gusto atenderle.',
    returned: 'Su dinero va de vuelta a su tarjeta',
    returnedText: 'Esta cita ya no se podía pagar, así que la clínica le devuelve lo que recibió.',
    paid: 'Esta cita ya está pagada',
    paidText: 'No queda nada por hacer. Será un gusto atenderle.',
    atClinic: 'Pague en la clínica',
    atClinicText: (money) =>
      `Esta clínica no acepta tarjetas en línea. Pague ${money} en recepción cuando venga, por favor.`,
    impossible: 'Esta cita no puede realizarse',
    impossibleText:
      'Por ahora no hay nada que pagar por ella. Lo que ya pagó se conserva para el horario que elija.',
    priceDiffers: 'El precio ha cambiado',
    seeNewPrice: 'Ver el precio nuevo',
    priceDiffersText: 'No se le ha cobrado nada. Revise el nuevo precio antes de pagar, por favor.',
  },
})

type NotPayableProps = { appointment: OwnBooking; reason: PaymentRefusal; onRetry: () => void }

/** Why there is nothing to pay here now, and what to do instead. */
export function NotPayable(props: NotPayableProps) {
  const { reason } = props
  const language = useLanguage()
  const t = useTexts(notPayableTexts)
  if (reason === 'already_paid') return <AlreadyPaid {...props} />
  if (reason === 'payments_off') return <PayAtClinic {...props} />
  if (reason === 'appointment_impossible') return <Impossible {...props} />
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
  const { notReceived } = useTexts(testPaymentTexts)
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
      <p>{appointment.paidInTest > 0 ? `${notReceived}.` : t.paidText}</p>
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

function Impossible({ appointment }: NotPayableProps) {
  const t = useTexts(notPayableTexts)
  return (
    <Screen
      picture={desk}
      title={t.impossible}
      action={
        <div className="outcome-links">
          <ChooseTime appointment={appointment} />
          <ToAppointments />
        </div>
      }
    >
      <ImpossibleNote appointment={appointment} />
      <p>{t.impossibleText}</p>
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
