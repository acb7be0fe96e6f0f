import { endpoints } from '../../contract/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './cancel-modal.tsx'
import { ReasonForm } from './reason-form.tsx'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'

type RefundModalProps = Pick<ActionProps, 'appointment' | 'reload'> & { onClose: () => void }

/** Gives what was paid by card back to it; the appointment itself stays. */
export function RefundModal({ appointment, reload, onClose }: RefundModalProps) {
  const { _id: id, patientName, paidByCard } = appointment
  const language = useLanguage()
  const t = changeTexts[language]
  const amount = showDollars(language, paidByCard)
  const { isBusy, problem, run, forget } = useChange(reload)

  function refund(reason: string) {
    void run(
      () => call(endpoints.refundAppointment, { params: { id }, body: { reason } }),
      ({ state }) => {
        if (state === 'failed') toast.error(t.refundRefused)
        else toast.success(t.refunded(amount, patientName))
        onClose()
        reload()
      },
    )
  }
  return (
    <ReasonForm
      title={t.refundTitle}
      confirmLabel={t.refundAmount(amount)}
      hint={t.refundHint}
      busy={isBusy}
      problem={problem}
      onConfirm={refund}
      onChange={forget}
      onClose={onClose}
    >
      <p>{t.refundNow(amount, patientName)}</p>
    </ReasonForm>
  )
}
