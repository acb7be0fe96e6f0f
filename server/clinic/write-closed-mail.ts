import { defineTexts, plural } from '../../contract/language.ts'
import { showDay, showLongDay, showSlot } from '../../contract/show.ts'
import { issueLink, linkTo } from '../email-links/issue-link.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { type Mail, type Sender, showName, showTreatment } from '../notifications/notification.ts'
import type { OnDay } from './queries.ts'

const closedTexts = defineTexts({
  en: {
    and: ' and ',
    subject: (clinic: string, days: string) => `${clinic} is closed on ${days}`,
    title: (clinic: string) => `${clinic} is closed on days that you have booked`,
    sorry: (days: string) => `We are sorry: the clinic will be closed on ${days}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    yours: (count: number) =>
      plural('en', count, {
        one: 'You have an appointment then:',
        other: 'You have appointments then:',
      }),
    whose: (treatment: string, name: string) => `${treatment} for ${name}`,
    please: (phone: string) =>
      `Please choose another time by the link below, or call us at ${phone} and we will find one together. However late it is: what you paid stays with your new time, and if you would rather cancel, all of it goes back.`,
    reschedule: 'Choose another time',
    cancel: 'Cancel the appointment',
    links:
      'These links need no signing in. Each is for one appointment alone and ends when that begins, so please keep them to yourself.',
  },
  es: {
    and: ' y el ',
    subject: (clinic: string, days: string) => `${clinic} estará cerrada el ${days}`,
    title: (clinic: string) => `${clinic} estará cerrada en días que usted reservó`,
    sorry: (days: string) => `Lo sentimos: la clínica estará cerrada el ${days}.`,
    reason: (reason: string) => `El motivo: ${reason}`,
    yours: (count: number) =>
      plural('es', count, {
        one: 'Usted tiene una cita entonces:',
        other: 'Usted tiene citas entonces:',
      }),
    whose: (treatment: string, name: string) => `${treatment} para ${name}`,
    please: (phone: string) =>
      `Elija otro horario con el enlace de abajo, o llámenos al ${phone} y lo buscamos juntos. Aunque falte poco, lo que pagó se conserva para su nueva cita; y si prefiere cancelar, se le devuelve por completo.`,
    reschedule: 'Elegir otro horario',
    cancel: 'Cancelar la cita',
    links:
      'Estos enlaces no piden iniciar sesión. Cada uno sirve solo para una cita y termina cuando esta comienza; por favor, no los comparta.',
  },
})

type Closing = {
  clinic: { phone: string }
  publicUrl: string
  authSecret: string
  recipient: string
  /** None where a weekday closes for good. */
  reason: string | undefined
}

/**
 * Tells a patient that the clinic is closed on the days of their appointments. Each has links that
 * reschedule and cancel that very appointment, so that no second one is booked.
 */
export function writeClosedMail(
  sender: Sender,
  { clinic, publicUrl, authSecret, recipient, reason }: Closing,
  appointments: readonly OnDay[],
): Mail {
  const { clinicName, language } = sender
  const t = closedTexts[language]
  const days = [...new Set(appointments.map(({ day }) => showDay(language, day)))]
  const subject = t.subject(clinicName, days.join(t.and))
  const lineOf = ({ day, slot, patientName, bookerName, ...about }: OnDay) => {
    const treatment = showTreatment(sender, about.treatment)
    const what = bookerName === null ? treatment : t.whose(treatment, showName(patientName))
    return `${what}: ${showLongDay(language, day)}, ${showSlot(language, slot)}`
  }
  const answer = (purpose: 'reschedule' | 'cancel', appointment: OnDay) => ({
    label: appointments.length === 1 ? t[purpose] : `${t[purpose]}. ${lineOf(appointment)}`,
    url: publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const [action, ...more] = appointments.flatMap((one) => [
    answer('reschedule', one),
    answer('cancel', one),
  ])
  const parts = frameMail(sender, {
    subject: days.length > 2 ? t.title(clinicName) : subject,
    paragraphs: [
      t.sorry(days.join(', ')),
      ...(reason ? [t.reason(reason)] : []),
      `${t.yours(appointments.length)}\n${appointments.map(lineOf).join('\n')}`,
      t.please(clinic.phone),
    ],
    ...(action && { action }),
    more,
    closing: t.links,
  })
  return { kind: 'clinic-closed', recipient, subject, ...parts }
}
