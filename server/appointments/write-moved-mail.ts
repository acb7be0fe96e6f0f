import { formatDay } from '../../contract/date.ts'
import { frameMail, type Sender } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { Appointment } from './book-appointment.ts'

/** Tells a patient the new time of an appointment, and the one that no longer holds. */
export function writeMovedMail(
  sender: Sender,
  before: Appointment,
  { day, slot }: Pick<Appointment, 'day' | 'slot'>,
): Omit<Mail, 'recipient'> {
  const subject = `Your appointment at ${sender.clinicName} has moved to ${formatDay(day)}`
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      `Your appointment for ${before.treatment} has a new time.`,
      `New: ${formatDay(day)}, ${slot}\nBefore: ${formatDay(before.day)}, ${before.slot}`,
    ],
    closing: 'If the new time does not suit you, please call us.',
  })
  return { kind: 'appointment-moved', subject, ...parts }
}
