import { defineTexts } from '../../contract/language.ts'
import { mailedPaths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showLongDay, showMinute, showSlot } from '../../contract/show.ts'
import { showZone } from '../../contract/zone.ts'
import { dueOf } from '../appointments/appointment.ts'
import { isGuest } from '../appointments/search-keys.ts'
import { type Desk, senderOf } from '../calendar/compose-entry.ts'
import { issueLink, issueUnsubscribe, type LinkPurpose, linkTo } from '../email-links/issue-link.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import {
  lineWithDoctor,
  type Mail,
  showName,
  showTreatment,
  type TextMessage,
} from '../notifications/notification.ts'
import { beginOf } from './find-due.ts'
import type { listToRemind } from './queries.ts'

/** An appointment and how its patient is reminded of it. */
export type Reminder = Awaited<ReturnType<typeof listToRemind>>[number] & {
  /** From then on it is of no use. */
  trueUntil: Date
}

const mailTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `A reminder: your appointment at ${clinic} on ${day}`,
    lead: (name: string) => `We look forward to seeing ${name}.`,
    due: (due: string) => `Still to pay: ${due}.`,
    confirmed: 'You have told us that you will be there. Thank you.',
    confirm: 'I’ll be there',
    reschedule: 'Choose another time',
    cancel: 'Cancel the appointment',
    closing:
      'These links need no signing in. They are for this appointment alone and end when it begins, so please keep them to yourself.',
    unsubscribe: 'No more reminders by e-mail',
  },
  es: {
    subject: (clinic, day) => `Recordatorio: su cita en ${clinic} el ${day}`,
    lead: (name) => `Esperamos con gusto a ${name}.`,
    due: (due) => `Falta pagar: ${due}.`,
    confirmed: 'Ya nos confirmó su asistencia. Gracias.',
    confirm: 'Confirmo que asistiré',
    reschedule: 'Elegir otro horario',
    cancel: 'Cancelar la cita',
    closing:
      'Estos enlaces no piden iniciar sesión. Sirven solo para esta cita y terminan cuando comienza; por favor, no los comparta.',
    unsubscribe: 'No recibir más recordatorios por correo',
  },
})

/** The reminder mail for an appointment; `null` if the patient has no e-mail or wants no mails. */
export function writeReminderMail(
  desk: Desk,
  { appointment, language, byMail, trueUntil }: Reminder,
  { authSecret }: { authSecret: string },
): Mail | null {
  const { day, slot, patient } = appointment
  if (!byMail || isGuest(patient)) return null
  const t = mailTexts[language]
  const subject = t.subject(desk.name, showDay(language, day))
  const answer = (purpose: LinkPurpose) => ({
    label: t[purpose],
    url: desk.publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const unsubscribe = issueUnsubscribe(authSecret, patient)
  const due = dueOf(appointment)
  const isConfirmed = appointment.confirmedAt !== null
  const begin = new Date(beginOf(appointment, desk.timeZone))
  const when = [
    showLongDay(language, day),
    `${showSlot(language, slot)}, ${showZone(language, desk.timeZone, begin)}`,
  ]
  const sender = senderOf(desk, language)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.lead(showName(appointment.patientName)),
      [showTreatment(sender, appointment.treatment), ...when].join('\n') +
        lineWithDoctor(language, appointment),
      `${desk.address}\n${desk.phone}`,
      ...(due > 0 ? [t.due(showDollars(language, due / 100))] : []),
      ...(isConfirmed ? [t.confirmed] : []),
    ],
    ...(!isConfirmed && { action: answer('confirm') }),
    more: [answer('reschedule'), answer('cancel')],
    closing: t.closing,
    unsubscribe: {
      label: t.unsubscribe,
      url: desk.publicUrl + mailedPaths.unsubscribeWith(unsubscribe),
    },
  })
  const atOnce = desk.publicUrl + mailedPaths.unsubscribeAtOnce(unsubscribe)
  const about = { kind: 'reminder', recipient: patient, subject, appointment }
  return { ...about, ...parts, onlyWhile: 'standing', trueUntil, unsubscribe: atOnce }
}

const smsTexts = defineTexts({
  en: {
    text: (clinic: string, treatment: string, day: string, time: string) =>
      `${clinic}: ${treatment} on ${day} at ${time}.`,
    confirm: (link: string) => `Will you be there? ${link}`,
    stop: 'STOP ends these texts.',
  },
  es: {
    text: (clinic, treatment, day, time) => `${clinic}: ${treatment} el ${day} (${time}).`,
    confirm: (link) => `¿Nos confirma? ${link}`,
    stop: 'STOP cancela estos mensajes.',
  },
})

/** Of a name: longer ones would make two messages of one. */
const longest = 40
/** Spaces of a kind that the alphabet of text messages lacks make a message twice as long. */
const fancySpace = /[\u00a0\u202f]/g

/** The same by text message; `null` if the patient has not asked for them or the portal sends none. */
export function writeReminderText(
  desk: Desk,
  { appointment, language, smsPhone, trueUntil }: Reminder,
  { authSecret, sms }: { authSecret: string; sms: object | undefined },
): TextMessage | null {
  if (smsPhone === null || !sms) return null
  const { day, startMinute } = appointment
  const t = smsTexts[language]
  const what = showTreatment({ ...desk, language }, appointment.treatment)
  const [clinic, treatment] = [desk.name, what].map((name) => shorten(name))
  const sentences = [
    t.text(
      clinic ?? '',
      treatment ?? '',
      showDay(language, day),
      showMinute(language, startMinute),
    ),
    ...(appointment.confirmedAt === null
      ? [
          t.confirm(
            desk.publicUrl + linkTo('confirm', issueLink(authSecret, 'confirm', appointment)),
          ),
        ]
      : []),
    t.stop,
  ]
  const text = sentences.join(' ').replace(fancySpace, ' ')
  const about = { appointment, onlyWhile: 'standing', trueUntil } as const
  return { kind: 'reminder', phone: smsPhone, text, ...about }
}

function shorten(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 2).trimEnd()}..`
}
