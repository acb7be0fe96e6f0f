import { defineTexts } from '../../contract/language.ts'
import { showDay, showMinute } from '../../contract/show.ts'
import type { Desk } from '../calendar/compose-entry.ts'
import { issueLink, linkTo } from '../email-links/issue-link.ts'
import { showTreatment, type TextMessage } from '../notifications/notification.ts'
import type { Reminder } from './write-reminder-mail.ts'

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

/** The same by text message; `null` where the patient has not asked for them or nobody sends them. */
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
