import { type RefObject, useId, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { DeskPayment } from '../../contract/schedule/staff-appointment.ts'
import { showDollars } from '../../contract/show.ts'
import { showInstant } from '../../contract/show-instant.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
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
  const t = useTexts(texts)
  const { paidAtDesk, due } = props.appointment
  const [asked, setAsked] = useState<string | null>(null)
  useFocusOnceClosed(asked !== null, heading)
  return (
    <>
      {due > 0 && <Receive {...props} heading={heading} />}
      {paidAtDesk > 0 && (
        <div className="details-action details-payments">
          <h3>{t.paidAtDesk}</h3>
          {payments.map((payment) => (
            <TakeBack
              key={payment.transactionId}
              {...props}
              payment={payment}
              timeZone={timeZone}
              isAsked={asked === payment.transactionId}
              onAsk={(isAsked) => setAsked(isAsked ? payment.transactionId : null)}
            />
          ))}
        </div>
      )}
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

type TakeBackProps = ChangeProps & {
  payment: DeskPayment
  timeZone: string
  isAsked: boolean
  onAsk: (isAsked: boolean) => void
}

function TakeBack({ appointment, payment, timeZone, isAsked, onAsk, onChanged }: TakeBackProps) {
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, patientName } = appointment
  const { transactionId, method, takenAt } = payment
  const amount = showDollars(language, payment.amount)
  const which = useId()
  const { pending, refusal, run, forget } = useAction({
    send: () =>
      call(scheduleEndpoints.removeDeskPayment, {
        params: { id },
        body: { revision, transactionId },
      }),
    touches,
    onDone(answer) {
      toast.success(t.takenBack(amount))
      onAsk(false)
      onChanged(answer)
    },
  })
  return (
    <div className="details-payment">
      <span id={which}>
        {amount} · {t.methods[method]} · {showInstant(language, takenAt, timeZone)}
      </span>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-describedby={which}
        onClick={() => {
          forget()
          onAsk(true)
        }}
      >
        {t.takeBack}
      </Button>
      <ConfirmModal
        title={t.takeBackTitle}
        confirmLabel={t.takeBackAmount(amount)}
        isOpen={isAsked}
        busy={pending}
        error={refusal && refusalText(language, refusal)}
        onConfirm={() => void run(undefined)}
        onClose={() => onAsk(false)}
      >
        <p>{t.takeBackHint(amount, patientName)}</p>
      </ConfirmModal>
    </div>
  )
}
