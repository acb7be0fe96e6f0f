import { defineTexts, plural } from '../../contract/language.ts'
import { showDay, showLongDay, showSlot } from '../../contract/show.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showName } from '../notifications/show-name.ts'
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
      `Please choose another day, or call us at ${phone} and we will find a time together.`,
    action: 'Choose another day',
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
    please: (phone: string) => `Elija otro día, o llámenos al ${phone} y buscamos juntos una hora.`,
    action: 'Elegir otro día',
  },
})

type Closing = {
  clinic: { phone: string }
  publicUrl: string
  recipient: string
  /** None where a weekday closes for good. */
  reason: string | undefined
}

/** Tells a patient that the clinic is closed on the days of their appointments. */
export function writeClosedMail(
  sender: Sender,
  { clinic, publicUrl, recipient, reason }: Closing,
  appointments: readonly OnDay[],
): Mail {
  const { clinicName, language } = sender
  const t = closedTexts[language]
  const days = [...new Set(appointments.map(({ day }) => showDay(language, day)))]
  const subject = t.subject(clinicName, days.join(t.and))
  const lines = appointments.map(({ day, slot, treatment, patientName, bookerName }) => {
    const what = bookerName === null ? treatment : t.whose(treatment, showName(patientName))
    return `${what}: ${showLongDay(language, day)}, ${showSlot(language, slot)}`
  })
  const parts = frameMail(sender, {
    subject: days.length > 2 ? t.title(clinicName) : subject,
    paragraphs: [
      t.sorry(days.join(', ')),
      ...(reason ? [t.reason(reason)] : []),
      `${t.yours(appointments.length)}\n${lines.join('\n')}`,
      t.please(clinic.phone),
    ],
    action: { label: t.action, url: `${publicUrl}/appointment` },
  })
  return { kind: 'clinic-closed', recipient, subject, ...parts }
}
