import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { forTreatment, type Mail, type Sender } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { findTreatment } from '../treatments/find-treatment.ts'
import type { DaySlot } from './offer.ts'
import { hasExpired, lapseExpired } from './offer-queries.ts'
import { noteSilence } from './queries.ts'
import { mostUnanswered } from './request.ts'
import { offerAlone } from './search-slots.ts'

/**
 * Ends the offers whose time is over, all of them first, and offers each slot to the next in line, in
 * a transaction of its own; others take their turns in between. Such a slot is free for everybody
 * until it is offered again.
 */
export async function passExpired(parts: BookingParts): Promise<void> {
  const { database, clock, changes, outbox } = parts
  if (!(await hasExpired(database.query, clock().toISOString()))) return
  const slots = await retryDeadlock(() =>
    database.query.transaction().execute((query) => endExpired(query, parts)),
  )
  changes.publish(...slots.map(({ day }) => day))
  outbox.wake()
  for (const free of slots) {
    await offerAlone(parts, free)
    await nextTurn()
  }
}

/** Who has left several offers in a row unanswered is told that the request rests. */
async function endExpired(query: Queries, parts: BookingParts): Promise<DaySlot[]> {
  const now = parts.clock()
  const lapsed = await lapseExpired(query, now.toISOString())
  const ids = lapsed.map(({ waitId }) => waitId)
  for (const silent of await noteSilence(query, ids)) {
    if (silent.unanswered === mostUnanswered) await notifyOfRest(query, parts, silent, now)
  }
  return lapsed
}

async function notifyOfRest(
  query: Queries,
  { config }: BookingParts,
  { patient: recipient, treatmentId }: { patient: string; treatmentId: string },
  now: Date,
): Promise<void> {
  const treatment = (await findTreatment(query, treatmentId))?.name ?? ''
  const sender = await readSender(query, await readLanguage(query, config, recipient))
  const mail = writeRestMail(sender, { treatment, url: config.publicUrl + paths.waitlist })
  await queueMail(query, { ...mail, recipient }, now)
}

const mailTexts = defineTexts({
  en: {
    subject: (what: string) => `Your request${what} rests`,
    intro: (what: string) =>
      `Twice we held a time${what} for you and had no answer. We offer you no more times for it until you tell us that you still want one. You keep your place on the waitlist, and your appointments stay as they are.`,
    resume: 'See my requests',
    closing: 'To be offered times again, press "Offer me times again" there.',
  },
  es: {
    subject: (what) => `Su solicitud${what} está en pausa`,
    intro: (what) =>
      `Dos veces le guardamos un horario${what} y no tuvimos respuesta. No le ofreceremos más horarios hasta que nos diga que todavía quiere uno. Conserva su lugar en la lista, y sus citas quedan como están.`,
    resume: 'Ver mis solicitudes',
    closing: 'Para volver a recibir ofertas, pulse allí «Volver a ofrecerme horarios».',
  },
})

/** Tells somebody who did not answer that they are offered nothing more, and how to change that. */
export function writeRestMail(
  sender: Sender,
  { treatment, url }: { treatment: string; url: string },
): Omit<Mail, 'recipient'> {
  const t = mailTexts[sender.language]
  const what = forTreatment(sender, treatment)
  const subject = t.subject(what)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.intro(what)],
    action: { label: t.resume, url },
    closing: t.closing,
  })
  return { kind: 'waiting-rests', subject, ...parts }
}
