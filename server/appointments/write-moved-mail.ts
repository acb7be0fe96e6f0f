import { defineTexts } from '../../contract/language.ts'
import { showDay, showDollars, showSlot } from '../../contract/show.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
import type { Appointment } from './appointment.ts'

const movedTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} has moved to ${day}`,
    moved: (treatment: string) => `Your appointment for ${treatment} has a new time.`,
    asYouAsked: 'We have changed your appointment as you asked.',
    forWhom: (name: string) => `It is for ${name}.`,
    times: (now: string, before: string) => `New: ${now}\nBefore: ${before}`,
    due: (amount: string) => `Still to be paid: ${amount}.`,
    pay: 'Pay online',
    returned: (amount: string) => `We are sending ${amount} back to your card.`,
    kept: (amount: string) =>
      `Under our cancellation policy, the ${amount} that your new treatment costs less is not given back. It stays with your appointment.`,
    closing: 'If the new time does not suit you, please call us.',
    notYou: 'If you did not ask for this, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} cambió al ${day}`,
    moved: (treatment) => `Su cita de ${treatment} tiene un nuevo horario.`,
    asYouAsked: 'Hemos cambiado su cita como usted lo pidió.',
    forWhom: (name) => `Es para ${name}.`,
    times: (now, before) => `Ahora: ${now}\nAntes: ${before}`,
    due: (amount) => `Falta pagar: ${amount}.`,
    pay: 'Pagar en línea',
    returned: (amount) => `Le devolvemos ${amount} a su tarjeta.`,
    kept: (amount) =>
      `Según nuestra política de cancelación, los ${amount} que su nuevo tratamiento cuesta menos no se devuelven. Siguen valiendo para su cita.`,
    closing: 'Si el nuevo horario no le conviene, llámenos, por favor.',
    notYou: 'Si usted no lo pidió, llámenos, por favor.',
  },
})

/** The clinic moved it, or its patient did. */
type Move = {
  before: Appointment
  after: Appointment
  byPatient?: {
    /** Integer cents, where the price has changed. */
    due: number
    returned: number
    /** Paid before, more than it costs now, and not given back. */
    kept: number
    /** Where the rest is paid; absent where cards are not taken. */
    payUrl?: string | undefined
  }
}

/** Tells a patient the new time of an appointment, the one that no longer holds, and what is to be paid. */
export function writeMovedMail(
  sender: Sender,
  { before, after, byPatient }: Move,
): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = movedTexts[language]
  const subject = t.subject(clinicName, showDay(language, after.day))
  const isOther = before.treatmentId !== after.treatmentId
  const name = ({ treatment, day, slot }: Appointment) =>
    `${isOther ? `${treatment}, ` : ''}${showDay(language, day)}, ${showSlot(language, slot)}`
  const { due = 0, returned = 0, kept = 0, payUrl } = byPatient ?? {}
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      byPatient ? t.asYouAsked : t.moved(before.treatment),
      t.times(name(after), name(before)),
      ...(after.bookerName === null ? [] : [t.forWhom(showName(after.patientName))]),
      ...(due > 0 ? [t.due(showDollars(language, due / 100))] : []),
      ...(returned > 0 ? [t.returned(showDollars(language, returned / 100))] : []),
      ...(kept > 0 ? [t.kept(showDollars(language, kept / 100))] : []),
    ],
    ...(due > 0 && payUrl !== undefined && { action: { label: t.pay, url: payUrl } }),
    closing: byPatient ? t.notYou : t.closing,
  })
  return { kind: 'appointment-moved', subject, ...parts }
}
