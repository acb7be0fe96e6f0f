import { defineTexts } from '../../contract/language.ts'
import { showDay, showDollars, showSlot } from '../../contract/show.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
import type { Appointment } from './appointment.ts'
import type { MoneyBack } from './money.ts'

const cancelledTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) =>
      `Your appointment at ${clinic} on ${day} is cancelled`,
    cancelled: (what: { treatment: string; day: string; slot: string }) =>
      `Your appointment for ${what.treatment} on ${what.day} at ${what.slot} is cancelled.`,
    asYouAsked: (what: { treatment: string; day: string; slot: string }) =>
      `You have cancelled your appointment for ${what.treatment} on ${what.day} at ${what.slot}.`,
    forWhom: (name: string) => `It was for ${name}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    toCard: (amount: string) => `We are sending the ${amount} you paid back to your card.`,
    atDesk: (amount: string) =>
      `You paid ${amount} at our desk. Please come by or call us to have it back.`,
    kept: (amount: string) => `You paid ${amount} by card. Please call us about it.`,
    keptByPolicy: (amount: string) =>
      `Under our cancellation policy, the ${amount} you paid is not given back.`,
    closing: 'For another time, please book again or call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} del ${day} está cancelada`,
    cancelled: ({ treatment, day, slot }) =>
      `Su cita de ${treatment} del ${day}, ${slot}, está cancelada.`,
    asYouAsked: ({ treatment, day, slot }) =>
      `Usted canceló su cita de ${treatment} del ${day} (${slot}).`,
    forWhom: (name) => `Era para ${name}.`,
    reason: (reason) => `El motivo: ${reason}`,
    toCard: (amount) => `Le devolvemos a su tarjeta los ${amount} que pagó.`,
    atDesk: (amount) =>
      `Usted pagó ${amount} en recepción. Venga o llámenos para recibir su dinero.`,
    kept: (amount) => `Usted pagó ${amount} con tarjeta. Llámenos para hablar de ese pago.`,
    keptByPolicy: (amount) =>
      `Según nuestra política de cancelación, los ${amount} que pagó no se devuelven.`,
    closing: 'Si desea otro día u otra hora, vuelva a reservar o llámenos.',
  },
})

/**
 * Tells a patient that an appointment is off, why, and what becomes of what they paid. Without a
 * reason it was they who cancelled it.
 */
export function writeCancelledMail(
  sender: Sender,
  { treatment, day, slot, patientName, bookerName }: Appointment,
  { reason, money }: { reason: string | null; money: MoneyBack },
): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = cancelledTexts[language]
  const what = { treatment, day: showDay(language, day), slot: showSlot(language, slot) }
  const subject = t.subject(clinicName, what.day)
  const kept = reason === null ? t.keptByPolicy : t.kept
  const line = (cents: number, text: (amount: string) => string) =>
    cents > 0 ? [text(showDollars(language, cents / 100))] : []
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      reason === null ? t.asYouAsked(what) : t.cancelled(what),
      ...(bookerName === null ? [] : [t.forWhom(showName(patientName))]),
      ...(reason === null ? [] : [t.reason(reason)]),
      ...line(money.toCard, t.toCard),
      ...line(money.atDesk, t.atDesk),
      ...line(money.kept, kept),
    ],
    closing: t.closing,
  })
  return { kind: 'appointment-cancelled', subject, ...parts }
}
