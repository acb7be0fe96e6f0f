import { useState } from 'react'
import { dayEndpoints } from '../../contract/day-endpoints.ts'
import { call } from '../api.ts'
import { dollarText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './appointment-actions.tsx'
import { Segments } from './segments.tsx'
import { useChange } from './use-change.ts'

const methods = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'other', label: 'Other' },
] as const

/** Records that the price was paid at the desk, or takes that back. */
export function DeskPayment(props: ActionProps) {
  const { paid, price, state } = props.appointment
  if (paid === 'desk') return <TakeBack {...props} />
  if (paid === 'no' && price > 0 && state !== 'cancelled') return <Receive {...props} />
  return null
}

function Receive({ appointment, onChanged, reload }: ActionProps) {
  const { isBusy, problem, run } = useChange(reload)
  const { _id: id, revision, price } = appointment

  function record(method: (typeof methods)[number]['value']) {
    const input = { params: { id }, body: { revision, method } }
    void run(
      () => call(dayEndpoints.payAtDesk, input),
      (answer) => {
        toast.success(`${dollarText(price)} recorded as paid at the desk`)
        onChanged(answer)
      },
    )
  }
  return (
    <div className="details-action">
      <h3>Paid at the desk</h3>
      <Segments
        label={`${dollarText(price)} paid at the desk by`}
        options={methods}
        value={null}
        busy={isBusy}
        onPress={record}
      />
      <ErrorLine>{problem?.text}</ErrorLine>
    </div>
  )
}

function TakeBack({ appointment, onChanged, reload }: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  const { isBusy, problem, run, forget } = useChange(reload)
  const { _id: id, revision, price, patientName } = appointment

  function takeBack() {
    void run(
      () => call(dayEndpoints.removeDeskPayment, { params: { id }, body: { revision } }),
      (answer) => {
        setOpen(false)
        onChanged(answer)
      },
    )
  }
  return (
    <div className="details-action">
      <h3>Paid at the desk</h3>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          forget()
          setOpen(true)
        }}
      >
        Take this payment back
      </Button>
      <ConfirmModal
        title="Take this payment back?"
        confirmLabel={`Take back ${dollarText(price)}`}
        isOpen={isOpen}
        busy={isBusy}
        error={problem?.text}
        onConfirm={takeBack}
        onClose={() => setOpen(false)}
      >
        <p>
          {dollarText(price)} of {patientName} will be due again. Use this for a payment that was
          recorded by mistake.
        </p>
      </ConfirmModal>
    </div>
  )
}
