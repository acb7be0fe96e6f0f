import { formatDay } from '../../contract/date.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import type { Config } from '../config.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { Payment } from './queries.ts'
import { writeAmount } from './write-amount.ts'

/** Tells a patient that their money went back, and why. */
export function writeRefundMail(
  { clinicName }: Pick<Config, 'clinicName'>,
  appointment: Appointment,
  { amountCents, cardLast4, intentId }: Payment,
  reason: string,
): Mail {
  const amount = writeAmount(amountCents)
  const subject = `${clinicName} has sent ${amount} back to you`
  const card = cardLast4 ? `the card ending in ${cardLast4}` : 'your card'
  const parts = frameMail(
    { clinicName, language: 'en' },
    {
      subject,
      paragraphs: [
        `We have sent ${amount} back to ${card}. Banks usually take 5 to 10 days to show it.`,
        `It was for ${appointment.treatment} on ${formatDay(appointment.day)} at ${appointment.slot}.`,
        `The reason: ${reason}`,
      ],
      closing: `Transaction ${intentId}. If something about this is not right, please call us.`,
    },
  )
  return { kind: 'refund', recipient: appointment.patient, subject, ...parts }
}
