import { formatDay } from '../../contract/date.ts'
import type { Config } from '../config.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { Appointment } from './book-appointment.ts'

/** Tells a patient of the appointment that the clinic has made for them. */
export function writeBookedMail(
  { clinicName }: Pick<Config, 'clinicName'>,
  { patientName, treatment, day, slot }: Appointment,
): Omit<Mail, 'recipient'> {
  const subject = `Your appointment at ${clinicName} on ${formatDay(day)}`
  const parts = frameMail(clinicName, {
    subject,
    paragraphs: [
      `We have booked an appointment for ${patientName}.`,
      `${treatment}\n${formatDay(day)}, ${slot}`,
    ],
    closing: 'If this does not suit you, please call us.',
  })
  return { kind: 'appointment-booked', subject, ...parts }
}
