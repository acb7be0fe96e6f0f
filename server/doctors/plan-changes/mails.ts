import { defineTexts } from '../../../contract/language.ts'
import { showDay, showLongDay, showSlot } from '../../../contract/show.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import { issueLink, linkTo } from '../../email-links/issue-link.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import {
  type Mail,
  type Sender,
  showName,
  showTreatment,
} from '../../notifications/notification.ts'
import { isOfDoctor, type PlanChangeRow, type Settlement } from './plan-change.ts'

const texts = defineTexts({
  en: {
    changed: (clinic: string, day: string) =>
      `We had to change your appointment at ${clinic} on ${day}`,
    choose: (clinic: string, day: string) =>
      `Please choose another time for your appointment at ${clinic} on ${day}`,
    away: (doctor: string) =>
      `We are sorry: ${doctor} cannot be at the clinic at the time of your appointment.`,
    replanned: 'We are sorry: we had to change our schedule for the time of your appointment.',
    sameTime: 'Your day and time stay as they are, and this is who will see you:',
    newTime: 'We have reserved a new time for you:',
    times: (now: string, before: string) => `New: ${now}\nBefore: ${before}`,
    yours: 'This is the appointment:',
    with: (doctor: string) => `with ${doctor}`,
    forWhom: (name: string) => `It is for ${name}.`,
    isYours: (phone: string) =>
      `It is reserved for you. Please tell us with one press that it suits you. If it does not, choose another time or cancel, however late it is, or call us at ${phone}.`,
    pleaseChoose: (phone: string) =>
      `Please choose another time by the link below, or call us at ${phone} and we will find one together.`,
    money: 'What you paid stays with your appointment. If you cancel, all of it goes back.',
    accept: 'This suits me',
    reschedule: 'Choose another time',
    cancel: 'Cancel the appointment',
    links:
      'These links need no signing in. They are for this appointment alone and end when it begins, so please do not pass them on.',
  },
  es: {
    changed: (clinic, day) => `Tuvimos que cambiar su cita en ${clinic} del ${day}`,
    choose: (clinic, day) => `Elija otro horario para su cita en ${clinic} del ${day}`,
    away: (doctor) => `Lo sentimos: ${doctor} no puede estar en la clínica a la hora de su cita.`,
    replanned: 'Lo sentimos: tuvimos que cambiar nuestra agenda a la hora de su cita.',
    sameTime: 'El día y la hora no cambian. Le atenderá:',
    newTime: 'Le hemos reservado un nuevo horario:',
    times: (now, before) => `Ahora: ${now}\nAntes: ${before}`,
    yours: 'Esta es la cita:',
    with: (doctor) => `con ${doctor}`,
    forWhom: (name) => `Es para ${name}.`,
    isYours: (phone) =>
      `Queda reservada para usted. Díganos con un toque que le conviene. Si no, elija otro horario o cancele, aunque falte poco, o llámenos al ${phone}.`,
    pleaseChoose: (phone) =>
      `Elija otro horario con el enlace de abajo, o llámenos al ${phone} y lo buscamos juntos.`,
    money: 'Lo que pagó se conserva para su cita. Si la cancela, se le devuelve por completo.',
    accept: 'Me conviene',
    reschedule: 'Elegir otro horario',
    cancel: 'Cancelar la cita',
    links:
      'Estos enlaces no piden iniciar sesión. Sirven solo para esta cita y terminan cuando comienza; por favor, no los comparta.',
  },
})

type About = {
  change: Pick<PlanChangeRow, 'kind' | 'treatmentId'>
  /** As it was before. */
  settlement: Pick<Settlement, 'day' | 'slot' | 'doctorName'>
  way: 'move' | 'ask'
  /** As it is now. */
  appointment: Appointment
  phone: string
  publicUrl: string
  authSecret: string
}

/**
 * Notifies a patient that their appointment has lost its doctor or chair: what it is now, with a link to
 * accept it, or that they choose. The links reschedule and cancel that very appointment.
 */
export function writePlanChangeMail(
  sender: Sender,
  { change, settlement: before, way, appointment, ...about }: About,
): Omit<Mail, 'recipient'> {
  const { phone, publicUrl, authSecret } = about
  const { clinicName, language } = sender
  const t = texts[language]
  const treatment = showTreatment(sender, appointment.treatment)
  const place = ({ day, slot, doctorName }: typeof before) =>
    [
      `${showLongDay(language, day)}, ${showSlot(language, slot)}`,
      ...(doctorName === null ? [] : [t.with(showName(doctorName))]),
    ].join(', ')
  const link = (purpose: 'confirm' | 'reschedule' | 'cancel', label: string) => ({
    label,
    url: publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const isSameTime = before.day === appointment.day && before.slot === appointment.slot
  const isAway = isOfDoctor(change) && before.doctorName !== null
  const why = isAway ? t.away(showName(before.doctorName ?? '')) : t.replanned
  const whose =
    appointment.bookerName === null ? [] : [t.forWhom(showName(appointment.patientName))]
  const [reschedule, cancel] = [link('reschedule', t.reschedule), link('cancel', t.cancel)]
  const subject = (way === 'move' ? t.changed : t.choose)(clinicName, showDay(language, before.day))
  const what =
    way === 'move'
      ? [
          why,
          `${isSameTime ? t.sameTime : t.newTime}\n${treatment}\n${t.times(place(appointment), place(before))}`,
          ...whose,
          t.isYours(phone),
        ]
      : [why, `${t.yours}\n${treatment}\n${place(before)}`, ...whose, t.pleaseChoose(phone)]
  const parts = frameMail(sender, {
    subject,
    paragraphs: [...what, t.money],
    ...(way === 'move'
      ? { action: link('confirm', t.accept), more: [reschedule, cancel] }
      : { action: reschedule, more: [cancel] }),
    closing: t.links,
  })
  return { kind: 'appointment-displaced', subject, ...parts }
}
