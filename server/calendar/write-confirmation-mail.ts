import { defineTexts, type Language } from '../../contract/language.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
import { composeInvitation } from './compose-entry.ts'
import type { Desk } from './entry.ts'

const confirmationTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} on ${day}`,
    booked: (name: string) => `Your appointment is booked for ${name}.`,
    calendar:
      'This mail brings the appointment to your calendar, in your own time zone. If the time changes, your calendar follows.',
    action: 'See your appointments',
    closing: 'If you did not book this appointment, please call us.',
  },
  es: {
    subject: (clinic: string, day: string) => `Su cita en ${clinic} el ${day}`,
    booked: (name: string) => `Su cita está reservada a nombre de ${name}.`,
    calendar:
      'Este correo lleva la cita a su calendario, en su propia zona horaria. Si cambia la hora, su calendario se actualiza.',
    action: 'Ver sus citas',
    closing: 'Si usted no reservó esta cita, llámenos, por favor.',
  },
})

/** Confirms to a patient what they have booked, with an entry for their calendar. */
export function writeConfirmationMail(
  desk: Desk,
  appointment: Appointment,
  { now, language }: { now: Date; language: Language },
): Mail {
  const { treatment, patientName, day, slot, patient } = appointment
  const t = confirmationTexts[language]
  const date = showDay(language, day)
  const subject = t.subject(desk.name, date)
  const sender = { clinicName: desk.name, language }
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(showName(patientName)),
      `${treatment}\n${date}, ${showSlot(language, slot)}`,
      `${desk.address}\n${desk.phone}`,
      t.calendar,
    ],
    action: { label: t.action, url: `${desk.publicUrl}/dashboard` },
    closing: t.closing,
  })
  return {
    kind: 'appointment-confirmed',
    recipient: patient,
    subject,
    ...parts,
    calendar: composeInvitation(desk, appointment, { now, language }),
    appointment,
    onlyWhile: 'standing',
  }
}
