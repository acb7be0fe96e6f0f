import { type RefObject, useId, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { DeskPayment } from '../../contract/schedule/staff-appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { showInstant } from '../../contract/show-instant.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { type ChangeProps, refusalText, touches } from './changes.tsx'
import { Segments } from './segments.tsx'

const methods = ['cash', 'card', 'other'] as const

type FrontDeskProps = ChangeProps & {
  payments: readonly DeskPayment[]
  timeZone: string
  /** Takes the focus where a payment has removed what was pressed. */
  heading: RefObject<HTMLElement | null>
}

/** Records that what is due was paid at the front desk, or takes one of the payments there back. */
export function FrontDesk({ payments, timeZone, heading, ...props }: FrontDeskProps) {
  const { appointment, onChanged } = props
  const { _id: id, revision, patientName, paidAtDesk } = appointment
  const language = useLanguage()
  const t = texts[language]
  // Stays while the dialog is open, also where somebody else takes the payment back meanwhile.
  const [asked, setAsked] = useState<DeskPayment>()
  const amount = showDollars(language, asked?.amount ?? 0)
  const { pending, refusal, run, forget } = useAction({
    send: ({ transactionId }: DeskPayment) =>
      call(scheduleEndpoints.removeDeskPayment, {
        params: { id },
        body: { revision, transactionId },
      }),
    touches,
    onDone(answer) {
      toast.success(t.takenBack(amount))
      setAsked(undefined)
      onChanged(answer)
    },
  })
  useFocusOnceClosed(asked !== undefined, heading)
  return (
    <>
      <Receive {...props} heading={heading} />
      {paidAtDesk > 0 && (
        <div className="details-action details-payments">
          <h3>{t.paidAtDesk}</h3>
          {payments.map((payment) => (
            <Received
              key={payment.transactionId}
              payment={payment}
              timeZone={timeZone}
              onTakeBack={() => {
                forget()
                setAsked(payment)
              }}
            />
          ))}
        </div>
      )}
      <ConfirmModal
        title={t.takeBackTitle}
        confirmLabel={t.takeBackAmount(amount)}
        isOpen={asked !== undefined}
        busy={pending}
        error={refusal && refusalText(language, refusal)}
        onConfirm={() => asked && void run(asked)}
        onClose={() => setAsked(undefined)}
      >
        <p>{t.takeBackHint(amount, patientName)}</p>
      </ConfirmModal>
    </>
  )
}

const texts = defineTexts({
  en: {
    paidAtDesk: 'Paid at the desk',
    paidAtDeskBy: (amount: string) => `${amount} paid at the desk by`,
    methods: { cash: 'Cash', card: 'Card', other: 'Other' },
    recorded: (amount: string) => `${amount} recorded as paid at the desk`,
    takenBack: (amount: string) => `${amount} taken back, and due again`,
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
    takenBack: (amount) => `${amount} retirados: vuelven a estar pendientes`,
    takeBack: 'Retirar este pago',
    takeBackTitle: '¿Retirar este pago?',
    takeBackAmount: (amount) => `Retirar ${amount}`,
    takeBackHint: (amount, patientName) =>
      `Los ${amount} de ${patientName} volverán a estar pendientes. Úselo si el pago se anotó por error.`,
  },
})

type Method = (typeof methods)[number]

/** Where somebody else was faster, the refusal stays after the buttons are gone. */
function Receive({
  appointment,
  onChanged,
  heading,
}: ChangeProps & Pick<FrontDeskProps, 'heading'>) {
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, due } = appointment
  const amount = showDollars(language, due)
  const payment = useAction({
    send: (method: Method) =>
      call(scheduleEndpoints.payAtDesk, { params: { id }, body: { revision, method } }),
    touches,
    onDone(answer) {
      toast.success(t.recorded(amount))
      // The button that was pressed goes.
      heading.current?.focus()
      onChanged(answer)
    },
  })
  const failure = payment.refusal && refusalText(language, payment.refusal)
  const isOvertaken = due === 0 && failure !== undefined
  useFocusOnceClosed(!isOvertaken, heading)
  if (due === 0) return <ErrorLine>{failure}</ErrorLine>
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
      <ErrorLine>{failure}</ErrorLine>
    </div>
  )
}

type ReceivedProps = { payment: DeskPayment; timeZone: string; onTakeBack: () => void }

function Received({ payment, timeZone, onTakeBack }: ReceivedProps) {
  const language = useLanguage()
  const t = texts[language]
  const which = useId()
  return (
    <div className="details-payment">
      <span id={which}>
        {showDollars(language, payment.amount)} · {t.methods[payment.method]} ·{' '}
        {showInstant(language, payment.takenAt, timeZone)}
      </span>
      <Button variant="quiet" aria-haspopup="dialog" aria-describedby={which} onClick={onTakeBack}>
        {t.takeBack}
      </Button>
    </div>
  )
}
