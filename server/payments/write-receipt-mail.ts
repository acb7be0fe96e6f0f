import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { brandName } from '../../contract/payments/card-brand.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'

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
