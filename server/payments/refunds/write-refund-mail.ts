import { defineTexts } from '../../../contract/language.ts'
import { reasonText } from '../../../contract/payments/refund-reasons.ts'
import { showDollars, showLongDay, showSlot } from '../../../contract/show.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'
import { nameInSentence } from '../../notifications/show-treatment.ts'
import type { Payment, Refund } from '../payment.ts'
import { reasonOf } from '../payment.ts'

const refundTexts = defineTexts({
  en: {
    subject: (clinic: string, amount: string) => `${clinic} has sent ${amount} back to you`,
    yourCard: 'your card',
    theCard: (last4: string) => `the card ending in ${last4}`,
    sent: (amount: string, card: string) =>
      `We have sent ${amount} back to ${card}. Banks usually take 5 to 10 days to show it.`,
    itWasFor: (what: { treatment: string; day: string; slot: string }) =>
      `It was for ${what.treatment} on ${what.day} at ${what.slot}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    closing: (id: string | null) =>
      `Transaction ${id}. If something about this is not right, please call us.`,
  },
  es: {
    subject: (clinic, amount) => `${clinic} le ha devuelto ${amount}`,
    yourCard: 'su tarjeta',
    theCard: (last4) => `la tarjeta terminada en ${last4}`,
    sent: (amount, card) =>
      `Hemos devuelto ${amount} a ${card}. Los bancos suelen tardar de 5 a 10 días en mostrarlo.`,
    itWasFor: ({ treatment, day, slot }) => `Era por ${treatment} del ${day} (${slot}).`,
    reason: (reason) => `El motivo: ${reason}`,
    closing: (id) => `Transacción ${id}. Si algo no está bien, llámenos, por favor.`,
  },
})

/** Tells a patient that their money, or a part of it, went back, and why. */
export function writeRefundMail(
  sender: Sender,
  appointment: Appointment,
  { cardLast4, intentId }: Pick<Payment, 'cardLast4' | 'intentId'>,
  refund: Pick<Refund, 'amountCents' | 'reasonCode' | 'reason'>,
): Mail {
  const { clinicName, language } = sender
  const { day, slot, patient } = appointment
  const t = refundTexts[language]
  const amount = showDollars(language, refund.amountCents / 100)
  const subject = t.subject(clinicName, amount)
  const card = cardLast4 ? t.theCard(cardLast4) : t.yourCard
  const treatment = nameInSentence(sender, appointment.treatment)
  const what = { treatment, day: showLongDay(language, day), slot: showSlot(language, slot) }
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.sent(amount, card),
      t.itWasFor(what),
      t.reason(reasonText(language, reasonOf(refund))),
    ],
    closing: t.closing(intentId),
  })
  return { kind: 'refund', recipient: patient, subject, ...parts, appointment }
}
