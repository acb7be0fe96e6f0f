import { formatDay } from '../../contract/date.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import type { Config } from '../config.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import { writeAmount } from './write-amount.ts'

/** Thanks for a payment and says what it was for; the printable receipt is one link away. */
export function writeReceiptMail(
  { clinicName, publicUrl }: Pick<Config, 'clinicName' | 'publicUrl'>,
  appointment: Appointment,
  { amountCents }: { amountCents: number },
  { intentId, card }: { intentId: string; card: { brand: string; last4: string } | null },
): Mail {
  const amount = writeAmount(amountCents)
  const subject = `Your receipt from ${clinicName}: ${amount}`
  const lines = [
    `Treatment: ${appointment.treatment}`,
    `Patient: ${appointment.patientName}`,
    `When: ${formatDay(appointment.day)}, ${appointment.slot}`,
    `Amount: ${amount}`,
    ...(card ? [`Card: ${card.brand} ending in ${card.last4}`] : []),
    `Transaction: ${intentId}`,
  ]
  const parts = frameMail(
    { clinicName, language: 'en' },
    {
      subject,
      paragraphs: [`Thank you. We have received your payment of ${amount}.`, lines.join('\n')],
      action: {
        label: 'Print the receipt',
        url: `${publicUrl}/dashboard/receipt/${appointment.id}`,
      },
    },
  )
  return { kind: 'receipt', recipient: appointment.patient, subject, ...parts }
}
