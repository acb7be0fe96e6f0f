import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { dueOf } from '../appointments/money.ts'
import { lineWithDoctor } from '../doctors/doctor.ts'
import { issueLink, linkTo } from '../email-links/issue-link.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
import { showTreatment } from '../notifications/show-treatment.ts'
import { composeInvitation, senderOf } from './compose-entry.ts'
import type { Desk } from './entry.ts'

const confirmationTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} on ${day}`,
    booked: (name: string) => `Your appointment is booked for ${name}.`,
    price: (price: string) => `Price: ${price}`,
    paid: 'It is paid.',
    unpaid: (due: string) => `Still to pay: ${due}. You can pay online now, or later.`,
    atClinic: (due: string) => `Still to pay: ${due}, at the clinic.`,
    calendar:
      'This mail brings the appointment to your calendar, in your own time zone. If the time changes, your calendar follows.',
    pay: (due: string) => `Pay ${due}`,
    all: 'See your appointments',
    reschedule: 'Reschedule',
    cancel: 'Cancel the appointment',
    closing:
      'To reschedule or cancel by these links you need not sign in. They are for this appointment alone and end when it begins, so please keep them to yourself. If you did not book this appointment, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} el ${day}`,
    booked: (name) => `Su cita está reservada a nombre de ${name}.`,
    price: (price) => `Precio: ${price}`,
    paid: 'Está pagada.',
    unpaid: (due) => `Falta pagar: ${due}. Puede pagar en línea ahora o más adelante.`,
    atClinic: (due) => `Falta pagar: ${due}, en la clínica.`,
    calendar:
      'Este correo lleva la cita a su calendario, en su propia zona horaria. Si cambia la hora, su calendario se actualiza.',
    pay: (due) => `Pagar ${due}`,
    all: 'Ver sus citas',
    reschedule: 'Reprogramar',
    cancel: 'Cancelar la cita',
    closing:
      'Para reprogramar o cancelar con estos enlaces no hace falta iniciar sesión. Sirven solo para esta cita y terminan cuando comienza; por favor, no los comparta. Si usted no reservó esta cita, llámenos, por favor.',
  },
})

type Confirmation = {
  now: Date
  language: Language
  authSecret: string
  /** Whether patients pay online. */
  takesCards: boolean
}

/**
 * Confirms to a patient what they have booked, with an entry for their calendar, and with all that they
 * can do about it: pay, reschedule, cancel.
 */
export function writeConfirmationMail(
  desk: Desk,
  appointment: Appointment,
  { now, language, authSecret, takesCards }: Confirmation,
): Mail {
  const { id, patientName, day, slot, patient } = appointment
  const t = confirmationTexts[language]
  const subject = t.subject(desk.name, showDay(language, day))
  const due = dueOf(appointment)
  const amount = showDollars(language, due / 100)
  const all = { label: t.all, url: desk.publicUrl + paths.dashboard }
  const pay = { label: t.pay(amount), url: desk.publicUrl + paths.payment(id) }
  const isPayable = due > 0 && takesCards
  const answer = (purpose: 'reschedule' | 'cancel') => ({
    label: t[purpose],
    url: desk.publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const sender = senderOf(desk, language)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(showName(patientName)),
      `${showTreatment(sender, appointment.treatment)}\n${showLongDay(language, day)}, ${showSlot(language, slot)}${lineWithDoctor(language, appointment)}`,
      ...priceLines(appointment, { language, takesCards }),
      `${desk.address}\n${desk.phone}`,
      t.calendar,
    ],
    action: isPayable ? pay : all,
    more: [...(isPayable ? [all] : []), answer('reschedule'), answer('cancel')],
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

/** What it costs and what of it is left to pay; nothing for what is free. */
function priceLines(
  appointment: Appointment,
  { language, takesCards }: Pick<Confirmation, 'language' | 'takesCards'>,
): string[] {
  const { priceCents } = appointment
  if (priceCents === 0) return []
  const t = confirmationTexts[language]
  const due = dueOf(appointment)
  const left = takesCards ? t.unpaid : t.atClinic
  const state = due === 0 ? t.paid : left(showDollars(language, due / 100))
  return [`${t.price(showDollars(language, priceCents / 100))}\n${state}`]
}
