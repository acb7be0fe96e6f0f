import { useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { type ChangeProps, refusalText, touches } from './changes.tsx'
import { Segments } from './segments.tsx'

const methods = ['cash', 'card', 'other'] as const

/** Records that what is due was paid at the front desk, or takes that back. */
export function FrontDeskPayment(props: ChangeProps) {
  const { paidAtDesk, due } = props.appointment
  return (
    <>
      {due > 0 && <Receive {...props} />}
      {paidAtDesk > 0 && <TakeBack {...props} />}
    </>
  )
}

const texts = defineTexts({
  en: {
    paidAtDesk: 'Paid at the desk',
    paidAtDeskBy: (amount: string) => `${amount} paid at the desk by`,
    methods: { cash: 'Cash', card: 'Card', other: 'Other' },
    recorded: (amount: string) => `${amount} recorded as paid at the desk`,
    takeBack: 'Take this payment back',
    takeBackTitle: 'Take this payment back?',
    takeBackAmount: (amount: string) => `Take back ${amount}`,
    takeBackHint: (amount: string, patientName: string) =>
      `${amount} of ${patientName} will be due again. Use this for a payment that was recorded by mistake.`,
  },
  es: {
    paidAtDesk: 'Pago en recepción',
    paidAtDeskBy: (amount) => `Forma de pago de ${amount} en recepción`,
    methods: { cash: 'Efectivo', card: 'Tarjeta', other: 'Otra' },
    recorded: (amount) => `${amount} anotados como pagados en recepción`,
    takeBack: 'Retirar este pago',
    takeBackTitle: '¿Retirar este pago?',
    takeBackAmount: (amount) => `Retirar ${amount}`,
    takeBackHint: (amount, patientName) =>
      `Los ${amount} de ${patientName} volverán a estar pendientes. Úselo si el pago se anotó por error.`,
  },
})

type Method = (typeof methods)[number]

function Receive({ appointment, onChanged }: ChangeProps) {
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, due } = appointment
  const amount = showDollars(language, due)
  const payment = useAction({
    send: (method: Method) =>
      call(dayEndpoints.payAtDesk, { params: { id }, body: { revision, method } }),
    touches,
    onDone(answer) {
      toast.success(t.recorded(amount))
      onChanged(answer)
    },
  })
  return (
    <div className="details-action">
      <h3>{t.paidAtDesk}</h3>
      <Segments
        label={t.paidAtDeskBy(amount)}
        options={methods.map((value) => ({ value, label: t.methods[value] }))}
        value={null}
        busy={payment.pending}
        onPress={(method) => void payment.run(method)}
      />
      <ErrorLine>{payment.refusal && refusalText(language, payment.refusal)}</ErrorLine>
    </div>
  )
}

function TakeBack({ appointment, onChanged }: ChangeProps) {
  const language = useLanguage()
  const t = texts[language]
  const [isOpen, setOpen] = useState(false)
  const { _id: id, revision, paidAtDesk, patientName } = appointment
  const amount = showDollars(language, paidAtDesk)
  const { pending, refusal, run, forget } = useAction({
    send: () => call(dayEndpoints.removeDeskPayment, { params: { id }, body: { revision } }),
    touches,
    onDone(answer) {
      setOpen(false)
      onChanged(answer)
    },
  })
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
        busy={pending}
        error={refusal && refusalText(language, refusal)}
        onConfirm={() => void run(undefined)}
        onClose={() => setOpen(false)}
      >
        <p>{t.takeBackHint(amount, patientName)}</p>
      </ConfirmModal>
    </div>
  )
}
