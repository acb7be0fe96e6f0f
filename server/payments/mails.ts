import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { brandName } from '../../contract/payments/card-brand.ts'
import { reasonText } from '../../contract/payments/refund-reasons.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { type Mail, nameInSentence, type Sender, showName } from '../notifications/notification.ts'
import { type Payment, type Refund, reasonOf } from './payment.ts'
import { testPaymentTexts } from './test-payments.ts'

const receiptTexts = defineTexts({
  en: {
    subject: (clinic: string, amount: string) => `Your receipt from ${clinic}: ${amount}`,
    thanks: (amount: string) => `Thank you. We have received your payment of ${amount}.`,
    testMode: 'Test mode: no card was charged, and this receipt is no proof of payment.',
    treatment: 'Treatment',
    patient: 'Patient',
    when: 'When',
    amount: 'Amount',
    card: 'Card',
    ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    transaction: 'Transaction',
    print: 'Print the receipt',
  },
  es: {
    subject: (clinic, amount) => `Su recibo de ${clinic}: ${amount}`,
    thanks: (amount) => `Gracias. Hemos recibido su pago de ${amount}.`,
    testMode: 'Modo de prueba: no se hizo ningún cargo y este recibo no acredita ningún pago.',
    treatment: 'Tratamiento',
    patient: 'Paciente',
    when: 'Fecha y hora',
    amount: 'Importe',
    card: 'Tarjeta',
    ending: (brand, last4) => `${brand} terminada en ${last4}`,
    transaction: 'Transacción',
    print: 'Imprimir el recibo',
  },
})

type Paid = {
  appointment: Appointment
  payment: { amountCents: number }
  charge: { intentId: string; card: { brand: string; last4: string } | null }
  /** Not where the address is unconfirmed: anyone who paid chose the name. */
  namesPatient: boolean
  testMode: boolean
}

/** Thanks for a payment and says what it was for; the printable receipt is one link away. */
export function writeReceiptMail(
  sender: Sender,
  publicUrl: string,
  { appointment, payment, charge: { intentId, card }, namesPatient, testMode }: Paid,
): Mail {
  const { clinicName, language } = sender
  const t = receiptTexts[language]
  const amount = showDollars(language, payment.amountCents / 100)
  const subject = t.subject(clinicName, amount)
  const { id, day, slot } = appointment
  const lines = [
    ...(sender.namesTreatments ? [`${t.treatment}: ${appointment.treatment}`] : []),
    ...(namesPatient ? [`${t.patient}: ${showName(appointment.patientName)}`] : []),
    `${t.when}: ${showLongDay(language, day)}, ${showSlot(language, slot)}`,
    `${t.amount}: ${amount}`,
    ...(card ? [`${t.card}: ${t.ending(brandName(card.brand) ?? t.card, card.last4)}`] : []),
    `${t.transaction}: ${intentId}`,
  ]
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.thanks(amount), ...(testMode ? [t.testMode] : []), lines.join('\n')],
    action: { label: t.print, url: publicUrl + paths.receipt(id) },
  })
  return { kind: 'receipt', recipient: appointment.patient, subject, ...parts, appointment }
}

const refundTexts = defineTexts({
  en: {
    subject: (clinic: string, amount: string) => `${clinic} has sent ${amount} back to you`,
    testSubject: (clinic: string, amount: string) =>
      `${clinic} no longer counts your test payment of ${amount}`,
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
    testSubject: (clinic, amount) => `${clinic} ya no cuenta su pago de prueba de ${amount}`,
    yourCard: 'su tarjeta',
    theCard: (last4) => `la tarjeta terminada en ${last4}`,
    sent: (amount, card) =>
      `Hemos devuelto ${amount} a ${card}. Los bancos suelen tardar de 5 a 10 días en mostrarlo.`,
    itWasFor: ({ treatment, day, slot }) => `Era por ${treatment} del ${day} (${slot}).`,
    reason: (reason) => `El motivo: ${reason}`,
    closing: (id) => `Transacción ${id}. Si algo no está bien, llámenos, por favor.`,
  },
})

/** Notifies a patient that their money, or a part of it, went back, and why; of a test, that there was none. */
export function writeRefundMail(
  sender: Sender,
  appointment: Appointment,
  { cardLast4, intentId }: Pick<Payment, 'cardLast4' | 'intentId'>,
  {
    isTest,
    ...refund
  }: Pick<Refund, 'amountCents' | 'reasonCode' | 'reason'> & { isTest: boolean },
): Mail {
  const { clinicName, language } = sender
  const { day, slot, patient } = appointment
  const t = refundTexts[language]
  const amount = showDollars(language, refund.amountCents / 100)
  const subject = (isTest ? t.testSubject : t.subject)(clinicName, amount)
  const card = cardLast4 ? t.theCard(cardLast4) : t.yourCard
  const treatment = nameInSentence(sender, appointment.treatment)
  const what = { treatment, day: showLongDay(language, day), slot: showSlot(language, slot) }
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      isTest ? testPaymentTexts[language].noneBack(amount) : t.sent(amount, card),
      t.itWasFor(what),
      t.reason(reasonText(language, reasonOf(refund))),
    ],
    closing: t.closing(intentId),
  })
  return { kind: 'refund', recipient: patient, subject, ...parts, appointment }
}
