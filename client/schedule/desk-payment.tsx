import { useState } from 'react'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './cancel-modal.tsx'
import { Segments } from './segments.tsx'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'

const methods = ['cash', 'card', 'other'] as const

/** Records that what is due was paid at the desk, or takes that back. */
export function DeskPayment(props: ActionProps) {
  const { paidAtDesk, due } = props.appointment
  return (
    <>
      {due > 0 && <Receive {...props} />}
      {paidAtDesk > 0 && <TakeBack {...props} />}
    </>
  )
}

function Receive({ appointment, onChanged, reload }: ActionProps) {
  const language = useLanguage()
  const t = changeTexts[language]
  const { isBusy, problem, run } = useChange(reload)
  const { _id: id, revision, due } = appointment
  const amount = showDollars(language, due)

  function record(method: (typeof methods)[number]) {
    const input = { params: { id }, body: { revision, method } }
    void run(
      () => call(dayEndpoints.payAtDesk, input),
      (answer) => {
        toast.success(t.recorded(amount))
        onChanged(answer)
      },
    )
  }
  return (
    <div className="details-action">
      <h3>{t.paidAtDesk}</h3>
      <Segments
        label={t.paidAtDeskBy(amount)}
        options={methods.map((value) => ({ value, label: t.methods[value] }))}
        value={null}
        busy={isBusy}
        onPress={record}
      />
      <ErrorLine>{problem?.text}</ErrorLine>
    </div>
  )
}

function TakeBack({ appointment, onChanged, reload }: ActionProps) {
  const language = useLanguage()
  const t = changeTexts[language]
  const [isOpen, setOpen] = useState(false)
  const { isBusy, problem, run, forget } = useChange(reload)
  const { _id: id, revision, paidAtDesk, patientName } = appointment
  const amount = showDollars(language, paidAtDesk)

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
      <h3>{t.paidAtDesk}</h3>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          forget()
          setOpen(true)
        }}
      >
        {t.takeBack}
      </Button>
      <ConfirmModal
        title={t.takeBackTitle}
        confirmLabel={t.takeBackAmount(amount)}
        isOpen={isOpen}
        busy={isBusy}
        error={problem?.text}
        onConfirm={takeBack}
        onClose={() => setOpen(false)}
      >
        <p>{t.takeBackHint(amount, patientName)}</p>
      </ConfirmModal>
    </div>
  )
}
