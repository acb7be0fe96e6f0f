import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../api.ts'
import { dollarText } from '../price-text.ts'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './appointment-actions.tsx'
import { ReasonForm } from './reason-form.tsx'
import { useChange } from './use-change.ts'

type RefundModalProps = Pick<ActionProps, 'appointment' | 'reload'> & { onClose: () => void }

/** Gives the price back to the card; the appointment itself stays. */
export function RefundModal({ appointment, reload, onClose }: RefundModalProps) {
  const { _id: id, patientName, price } = appointment
  const { isBusy, problem, run, forget } = useChange(reload)

  function refund(reason: string) {
    void run(
      () => call(endpoints.refundAppointment, { params: { id }, body: { reason } }),
      ({ state }) => {
        if (state === 'failed') toast.error('The card provider refused the refund')
        else toast.success(`${dollarText(price)} is on its way back to ${patientName}`)
        onClose()
        reload()
      },
    )
  }
  return (
    <ReasonForm
      title="Refund this payment?"
      confirmLabel={`Refund ${dollarText(price)}`}
      hint="The patient reads it in an e-mail."
      busy={isBusy}
      problem={problem}
      onConfirm={refund}
      onChange={forget}
      onClose={onClose}
    >
      <p>
        {dollarText(price)} goes back to the card of {patientName}. The appointment stays as it is.
      </p>
    </ReasonForm>
  )
}
