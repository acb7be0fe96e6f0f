import { formatDay } from '../../contract/date.ts'
import { frameMail, type Sender } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import type { Appointment } from './book-appointment.ts'

/** Tells a patient of the appointment that the clinic has made for them. */
export function writeBookedMail(
  sender: Sender,
  { patientName, treatment, day, slot }: Appointment,
): Omit<Mail, 'recipient'> {
  const subject = `Your appointment at ${sender.clinicName} on ${formatDay(day)}`
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      `We have booked an appointment for ${patientName}.`,
      `${treatment}\n${formatDay(day)}, ${slot}`,
    ],
    closing: 'If this does not suit you, please call us.',
  })
  return { kind: 'appointment-booked', subject, ...parts }
}
