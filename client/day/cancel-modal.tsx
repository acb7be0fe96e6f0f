import { useState } from 'react'
import { dayEndpoints } from '../../contract/day-endpoints.ts'
import type { StaffAppointment } from '../../contract/staff-appointment.ts'
import { call } from '../api.ts'
import { dollarText } from '../price-text.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './appointment-actions.tsx'
import { ReasonForm } from './reason-form.tsx'
import { useChange } from './use-change.ts'

/** Cancels, says who will be told what, and gives a card payment back if asked. */
export function CancelModal({
  appointment,
  onChanged,
  reload,
  onClose,
}: ActionProps & { onClose: () => void }) {
  const { _id: id, revision, patientName, date, slot, paid, price } = appointment
  const [refund, setRefund] = useState(true)
  const { isBusy, problem, run, forget } = useChange(reload)
  const isPaidByCard = paid === 'card'

  function cancel(reason: string) {
    const body = { revision, reason, refund: isPaidByCard && refund }
    void run(
      () => call(dayEndpoints.cancelAppointment, { params: { id }, body }),
      (answer) => {
        toast.success(`The appointment of ${patientName} is cancelled`)
        onClose()
        onChanged(answer)
      },
    )
  }
  return (
    <ReasonForm
      title="Cancel this appointment?"
      confirmLabel={`Cancel the appointment of ${patientName}`}
      hint={hintOf(appointment)}
      busy={isBusy}
      problem={problem}
      onConfirm={cancel}
      onChange={forget}
      onClose={onClose}
    >
      <p>
        {patientName}, {date} at {slot}. The time is free again at once.
      </p>
      {isPaidByCard && (
        <CheckboxField
          label={`Give ${dollarText(price)} back to the card`}
          checked={refund}
          onChange={setRefund}
        />
      )}
      {paid === 'desk' && (
        <p>{dollarText(price)} was paid at the desk: please give it back there.</p>
      )}
    </ReasonForm>
  )
}

function hintOf({ patient, patientName, phone }: StaffAppointment): string {
  if (patient !== null) return `${patientName} reads it in an e-mail to ${patient}.`
  const call = phone === '' ? 'please let them know' : `please call ${phone}`
  return `${patientName} has no e-mail: ${call}.`
}
