import { type ReactNode, useState } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showDollars, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useTakesCards } from '../data/shared-queries.ts'
import { testPaymentTexts } from '../domain/test-payment-texts.ts'
import { closeForm } from '../forms/leaving.ts'
import type { Checked } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useMay } from '../identity/own-role.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { TextAreaField } from '../ui/fields/field.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { type ChangeProps, refusalText, touches } from './changes.tsx'
import '../ui/modal/confirm-modal.css'
import './schedule.css'

const texts = defineTexts({
  en: {
    cancelTitle: 'Cancel this appointment?',
    cancelOf: (patientName: string) => `Cancel the appointment of ${patientName}`,
    cancelled: (patientName: string) => `The appointment of ${patientName} is cancelled`,
    cancelNow: (patientName: string, date: string, slot: string) =>
      `${patientName}, ${date} at ${slot}. The time is free again at once.`,
    giveBack: (amount: string) => `Give ${amount} back to the card`,
    takeOff: 'Take the test payment off the record',
    refundByAdmin: (amount: string) =>
      `${amount} stay paid by card. Ask an admin if the patient is to get them back.`,
    cardsOff: (amount: string) =>
      `${amount} stay paid by card: card payments are switched off, so nobody can send them back from here.`,
    giveBackAtDesk: (amount: string) =>
      `${amount} was paid at the desk: please give it back there.`,
    readsIt: (patientName: string, email: string) =>
      `${patientName} reads it in an e-mail to ${email}.`,
    letThemKnow: (patientName: string) => `${patientName} has no e-mail: please let them know.`,
    callThem: (patientName: string, phone: string) =>
      `${patientName} has no e-mail: please call ${phone}.`,
    isCancelled: 'This appointment is cancelled already.',
    isRefunded: 'What was paid by card has been given back already.',
    reason: 'Reason',
    reasonMissing: 'Please give a reason',
    refundTitle: 'Refund this payment?',
    refundAmount: (amount: string) => `Refund ${amount}`,
    refundHint: 'The patient reads it in an e-mail.',
    refundNow: (amount: string, patientName: string) =>
      `${amount} goes back to the card of ${patientName}. The appointment stays as it is.`,
    refundRefused: 'The card provider refused the refund',
    refundWaits: 'The refund is noted and waits for the card service with which this was paid',
    refunded: (amount: string, patientName: string) =>
      `${amount} is on its way back to ${patientName}`,
    takenOff: (patientName: string) => `The test payment of ${patientName} is off the record`,
  },
  es: {
    cancelTitle: '¿Cancelar esta cita?',
    cancelOf: (patientName) => `Cancelar la cita de ${patientName}`,
    cancelled: (patientName) => `La cita de ${patientName} está cancelada`,
    cancelNow: (patientName, date, slot) =>
      `${patientName}, ${date}, ${slot}: el horario queda libre de inmediato.`,
    giveBack: (amount) => `Devolver ${amount} a la tarjeta`,
    takeOff: 'Quitar el pago de prueba del registro',
    refundByAdmin: (amount) =>
      `${amount} quedan pagados con tarjeta. Pida a un administrador que los devuelva, si corresponde.`,
    cardsOff: (amount) =>
      `${amount} quedan pagados con tarjeta: los pagos con tarjeta están desactivados, así que nadie puede devolverlos desde aquí.`,
    giveBackAtDesk: (amount) => `Se pagaron ${amount} en recepción: devuélvalos allí, por favor.`,
    readsIt: (patientName, email) => `${patientName} lo leerá en un correo a ${email}.`,
    letThemKnow: (patientName) => `${patientName} no tiene correo electrónico: avísele, por favor.`,
    callThem: (patientName, phone) =>
      `${patientName} no tiene correo electrónico: llame al ${phone}, por favor.`,
    isCancelled: 'Esta cita ya está cancelada.',
    isRefunded: 'Lo pagado con tarjeta ya se devolvió.',
    reason: 'Motivo',
    reasonMissing: 'Escriba un motivo, por favor',
    refundTitle: '¿Reembolsar este pago?',
    refundAmount: (amount) => `Reembolsar ${amount}`,
    refundHint: 'El paciente lo leerá en un correo electrónico.',
    refundNow: (amount, patientName) =>
      `${amount} vuelven a la tarjeta de ${patientName}. La cita sigue como está.`,
    refundRefused: 'El proveedor de tarjetas rechazó el reembolso',
    refundWaits: 'El reembolso queda anotado y espera al servicio de tarjetas con que se pagó',
    refunded: (amount, patientName) => `${amount} están en camino de vuelta a ${patientName}`,
    takenOff: (patientName) => `El pago de prueba de ${patientName} ya no está en el registro`,
  },
})

/**
 * Whether who reads this can give what was paid by card back. While the clinic takes no cards nobody can send real
 * money back; a test payment still goes off the record.
 */
export function useCanRefund({
  paidByCard,
  paidInTest,
}: Pick<StaffAppointment, 'paidByCard' | 'paidInTest'>): boolean {
  const mayRefund = useMay()('refunds')
  const takesCards = useTakesCards() === true
  return mayRefund && (takesCards || paidByCard === paidInTest)
}

/** Cancels, says who is notified of what, and gives a card payment back if asked. */
export function CancelModal({
  appointment,
  onChanged,
  onClose,
}: ChangeProps & { onClose: () => void }) {
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, patientName, date, slot, paidByCard, paidAtDesk } = appointment
  const { paidInTest, status } = appointment
  const real = paidByCard - paidInTest
  const takesCards = useTakesCards()
  const canRefund = useCanRefund(appointment)
  const [isWanted, setRefund] = useState(true)
  const refund = canRefund && isWanted
  return (
    <ReasonForm
      title={t.cancelTitle}
      confirmLabel={t.cancelOf(patientName)}
      hint={hintOf(language, appointment)}
      overtaken={status === 'cancelled' ? t.isCancelled : undefined}
      send={(reason) => {
        const body = { revision, reason, refund: paidByCard > 0 && refund }
        return call(scheduleEndpoints.cancelAppointment, { params: { id }, body })
      }}
      onDone={(answer) => {
        toast.success(t.cancelled(patientName))
        onClose()
        onChanged(answer)
      }}
      onClose={onClose}
    >
      <p>{t.cancelNow(patientName, showDate(language, date), showSlot(language, slot))}</p>
      {real > 0 && !canRefund && (
        <p>{(takesCards === false ? t.cardsOff : t.refundByAdmin)(showDollars(language, real))}</p>
      )}
      {paidByCard > 0 && canRefund && (
        <CheckboxField
          label={real > 0 ? t.giveBack(showDollars(language, real)) : t.takeOff}
          checked={refund}
          onChange={setRefund}
        />
      )}
      <TestNote appointment={appointment} />
      {paidAtDesk > 0 && <p>{t.giveBackAtDesk(showDollars(language, paidAtDesk))}</p>}
    </ReasonForm>
  )
}

/** Of what was paid in test mode nothing goes back. */
function TestNote({ appointment: { paidInTest } }: { appointment: StaffAppointment }) {
  const language = useLanguage()
  const { noneBack } = testPaymentTexts[language]
  return paidInTest > 0 && <p>{noneBack(showDollars(language, paidInTest))}</p>
}

function hintOf(language: Language, { patient, patientName, phone }: StaffAppointment): string {
  const t = texts[language]
  if (patient !== null) return t.readsIt(patientName, patient)
  return phone === '' ? t.letThemKnow(patientName) : t.callThem(patientName, phone)
}

type RefundModalProps = { appointment: StaffAppointment; onClose: () => void }

/** Gives what was paid by card back to it; the appointment itself stays. */
export function RefundModal({ appointment, onClose }: RefundModalProps) {
  const { _id: id, patientName, paidByCard, paidInTest } = appointment
  const language = useLanguage()
  const t = texts[language]
  const amount = showDollars(language, paidByCard)
  const real = paidByCard - paidInTest
  return (
    <ReasonForm
      title={t.refundTitle}
      confirmLabel={t.refundAmount(amount)}
      hint={t.refundHint}
      overtaken={paidByCard === 0 ? t.isRefunded : undefined}
      send={(reason) => call(endpoints.refundAppointment, { params: { id }, body: { reason } })}
      onDone={({ state, waits }) => {
        if (state === 'failed') toast.error(t.refundRefused)
        else if (waits) toast.error(t.refundWaits)
        else if (real > 0) toast.success(t.refunded(showDollars(language, real), patientName))
        else toast.success(t.takenOff(patientName))
        onClose()
      }}
      onClose={onClose}
    >
      {real > 0 && <p>{t.refundNow(showDollars(language, real), patientName)}</p>}
      <TestNote appointment={appointment} />
    </ReasonForm>
  )
}

type ReasonFormProps<Done> = {
  title: string
  /** Names what is destroyed. */
  confirmLabel: string
  /** Who will read the reason. */
  hint: string
  /** Why nothing is left to do: somebody else did it while the dialog was open. */
  overtaken: string | undefined
  send: (reason: string) => Promise<Done>
  onDone: (done: Done) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for a reason before an irreversible step. */
function ReasonForm<Done>({ send, onDone, children, ...props }: ReasonFormProps<Done>) {
  const language = useLanguage()
  const t = texts[language]
  const form = useForm({
    start: { reason: '' },
    fields: ['reason'],
    check: ({ reason }): Checked<string, 'reason'> =>
      reason.trim() === ''
        ? { ok: false, problems: { reason: t.reasonMissing } }
        : { ok: true, values: reason },
    explain: (refusal) => refusalText(language, refusal),
    send,
    touches,
    onDone,
  })
  const close = () => closeForm(props.onClose)
  // The news of this dialog's own request may come before its answer.
  const overtaken = form.pending ? undefined : props.overtaken
  return (
    <Modal title={props.title} isOpen alert onClose={close}>
      <form {...form.props} className="day-form">
        <UnsavedGuard when={form.isChanged} pending={form.pending} />
        {children}
        <TextAreaField
          {...form.field('reason')}
          label={t.reason}
          hint={props.hint}
          error={form.problems.reason}
          maxLength={500}
        />
        <ErrorLine>{overtaken ?? form.failure}</ErrorLine>
        <div className="confirm-buttons">
          {overtaken === undefined && (
            <Button type="submit" variant="danger" busy={form.pending}>
              {props.confirmLabel}
            </Button>
          )}
          <Button variant="quiet" onClick={close}>
            {sharedTexts[language].goBack}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
