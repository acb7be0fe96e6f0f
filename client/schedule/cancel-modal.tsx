import { useState } from 'react'
import type { Language } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showDollars, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { toast } from '../ui/toast.ts'
import { ReasonForm } from './reason-form.tsx'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'

/** What every change of one appointment gets. */
export type ActionProps = {
  appointment: StaffAppointment
  onChanged: (answer: StaffAppointment) => void
  /** A change was refused: read the appointment again. */
  reload: () => void
}

/** Cancels, says who will be told what, and gives a card payment back if asked. */
export function CancelModal({
  appointment,
  onChanged,
  reload,
  onClose,
}: ActionProps & { onClose: () => void }) {
  const language = useLanguage()
  const t = changeTexts[language]
  const { _id: id, revision, patientName, date, slot, paidByCard, paidAtDesk } = appointment
  const [refund, setRefund] = useState(true)
  const { isBusy, problem, run, forget } = useChange(reload)

  function cancel(reason: string) {
    const body = { revision, reason, refund: paidByCard > 0 && refund }
    void run(
      () => call(dayEndpoints.cancelAppointment, { params: { id }, body }),
      (answer) => {
        toast.success(t.cancelled(patientName))
        onClose()
        onChanged(answer)
      },
    )
  }
  return (
    <ReasonForm
      title={t.cancelTitle}
      confirmLabel={t.cancelOf(patientName)}
      hint={hintOf(language, appointment)}
      busy={isBusy}
      problem={problem}
      onConfirm={cancel}
      onChange={forget}
      onClose={onClose}
    >
      <p>{t.cancelNow(patientName, showDate(language, date), showSlot(language, slot))}</p>
      {paidByCard > 0 && (
        <CheckboxField
          label={t.giveBack(showDollars(language, paidByCard))}
          checked={refund}
          onChange={setRefund}
        />
      )}
      {paidAtDesk > 0 && <p>{t.giveBackAtDesk(showDollars(language, paidAtDesk))}</p>}
    </ReasonForm>
  )
}

function hintOf(language: Language, { patient, patientName, phone }: StaffAppointment): string {
  const t = changeTexts[language]
  if (patient !== null) return t.readsIt(patientName, patient)
  return phone === '' ? t.letThemKnow(patientName) : t.callThem(patientName, phone)
}
