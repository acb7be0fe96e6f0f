import { useState } from 'react'
import type { Language } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showDollars, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './appointment-actions.tsx'
import { ReasonForm } from './reason-form.tsx'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'

/** Cancels, says who will be told what, and gives a card payment back if asked. */
export function CancelModal({
  appointment,
  onChanged,
  reload,
  onClose,
}: ActionProps & { onClose: () => void }) {
  const language = useLanguage()
  const say = changeTexts[language]
  const { _id: id, revision, patientName, date, slot, paidByCard, paidAtDesk } = appointment
  const [refund, setRefund] = useState(true)
  const { isBusy, problem, run, forget } = useChange(reload)

  function cancel(reason: string) {
    const body = { revision, reason, refund: paidByCard > 0 && refund }
    void run(
      () => call(dayEndpoints.cancelAppointment, { params: { id }, body }),
      (answer) => {
        toast.success(say.cancelled(patientName))
        onClose()
        onChanged(answer)
      },
    )
  }
  return (
    <ReasonForm
      title={say.cancelTitle}
      confirmLabel={say.cancelOf(patientName)}
      hint={hintOf(language, appointment)}
      busy={isBusy}
      problem={problem}
      onConfirm={cancel}
      onChange={forget}
      onClose={onClose}
    >
      <p>{say.cancelNow(patientName, showDate(language, date), showSlot(language, slot))}</p>
      {paidByCard > 0 && (
        <CheckboxField
          label={say.giveBack(showDollars(language, paidByCard))}
          checked={refund}
          onChange={setRefund}
        />
      )}
      {paidAtDesk > 0 && <p>{say.giveBackAtDesk(showDollars(language, paidAtDesk))}</p>}
    </ReasonForm>
  )
}

function hintOf(language: Language, { patient, patientName, phone }: StaffAppointment): string {
  const say = changeTexts[language]
  if (patient !== null) return say.readsIt(patientName, patient)
  return phone === '' ? say.letThemKnow(patientName) : say.callThem(patientName, phone)
}
