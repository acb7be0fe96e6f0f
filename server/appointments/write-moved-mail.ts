import { formatDay } from '../../contract/date.ts'
import type { Config } from '../config.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { Appointment } from './book-appointment.ts'

/** Tells a patient the new time of an appointment, and the one that no longer holds. */
export function writeMovedMail(
  { clinicName }: Pick<Config, 'clinicName'>,
  before: Appointment,
  { day, slot }: Pick<Appointment, 'day' | 'slot'>,
): Omit<Mail, 'recipient'> {
  const subject = `Your appointment at ${clinicName} has moved to ${formatDay(day)}`
  const parts = frameMail(clinicName, {
    subject,
    paragraphs: [
      `Your appointment for ${before.treatment} has a new time.`,
      `New: ${formatDay(day)}, ${slot}\nBefore: ${formatDay(before.day)}, ${before.slot}`,
    ],
    closing: 'If the new time does not suit you, please call us.',
  })
  return { kind: 'appointment-moved', subject, ...parts }
}
