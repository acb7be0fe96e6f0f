import { formatDay } from '../../contract/date.ts'
import { frameMail, type Sender } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import { writeAmount } from '../payments/write-amount.ts'
import type { Appointment } from './book-appointment.ts'

/** What becomes of the money: there was none, it goes back to the card, waits at the desk, or stays. */
export type MoneyBack = 'unpaid' | 'to_card' | 'at_desk' | 'kept'

/** Tells a patient that an appointment is off, why, and what becomes of what they paid. */
export function writeCancelledMail(
  sender: Sender,
  { treatment, day, slot, priceCents }: Appointment,
  { reason, money }: { reason: string; money: MoneyBack },
): Omit<Mail, 'recipient'> {
  const subject = `Your appointment at ${sender.clinicName} on ${formatDay(day)} is cancelled`
  const amount = writeAmount(priceCents)
  const moneyLines: Record<MoneyBack, string[]> = {
    unpaid: [],
    to_card: [`We are sending the ${amount} you paid back to your card.`],
    at_desk: [`You paid ${amount} at our desk. Please come by or call us to have it back.`],
    kept: [`You paid ${amount} by card. Please call us about it.`],
  }
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      `Your appointment for ${treatment} on ${formatDay(day)} at ${slot} is cancelled.`,
      `The reason: ${reason}`,
      ...moneyLines[money],
    ],
    closing: 'For another time, please book again or call us.',
  })
  return { kind: 'appointment-cancelled', subject, ...parts }
}
