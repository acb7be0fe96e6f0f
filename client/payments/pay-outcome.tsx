import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { OutcomePanel } from '../ui/feedback/outcome-panel.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/link.tsx'
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
