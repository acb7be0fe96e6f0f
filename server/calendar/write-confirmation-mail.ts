import { formatDay } from '../../contract/date.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'
import { composeInvitation, type Desk } from './compose-entry.ts'

/** Confirms to a patient what they have booked, with an entry for their calendar. */
export function writeConfirmationMail(desk: Desk, appointment: Appointment, now: Date): Mail {
  const { id, treatment, patientName, day, slot, patient } = appointment
  const when = `${formatDay(day)}, ${slot}`
  const subject = `Your appointment at ${desk.name} on ${formatDay(day)}`
  const parts = frameMail(
    { clinicName: desk.name, language: 'en' },
    {
      subject,
      paragraphs: [
        `Your appointment is booked for ${patientName}.`,
        `${treatment}\n${when}`,
        `${desk.address}\n${desk.phone}`,
        'This mail brings the appointment to your calendar, in your own time zone. If the time changes, your calendar follows.',
      ],
      action: { label: 'See your appointments', url: `${desk.publicUrl}/dashboard` },
      closing: 'If you did not book this appointment, please call us.',
    },
  )
  return {
    kind: 'appointment-confirmed',
    recipient: patient,
    subject,
    ...parts,
    calendar: composeInvitation(desk, appointment, now),
    onlyWhile: { id, day, slot },
  }
}
