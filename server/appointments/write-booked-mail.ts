import { defineTexts } from '../../contract/language.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
import type { Appointment } from './appointment.ts'

const bookedTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} on ${day}`,
    booked: (name: string) => `We have booked an appointment for ${name}.`,
    closing: 'If this does not suit you, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} el ${day}`,
    booked: (name) => `Hemos reservado una cita para ${name}.`,
    closing: 'Si no le conviene, llámenos, por favor.',
  },
})

/** Tells a patient of the appointment that the clinic has made for them. */
export function writeBookedMail(
  sender: Sender,
  { patientName, treatment, day, slot }: Appointment,
): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = bookedTexts[language]
  const date = showDay(language, day)
  const subject = t.subject(clinicName, date)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(showName(patientName)),
      `${treatment}\n${date}, ${showSlot(language, slot)}`,
    ],
    closing: t.closing,
  })
  return { kind: 'appointment-booked', subject, ...parts }
}
