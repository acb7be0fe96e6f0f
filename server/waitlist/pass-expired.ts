import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { forTreatment, type Mail, type Sender } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { findTreatment } from '../treatments/find-treatment.ts'
import { holdLines } from './hold-lines.ts'
import type { DaySlot } from './offer.ts'
import { lapseExpired, listExpired } from './offer-queries.ts'
import { noteSilence } from './queries.ts'
import { mostUnanswered } from './request.ts'
import { offerAlone } from './search-slots.ts'

/**
 * Ends all expired offers first, then offers each slot to the next in line, in a transaction of its own, so
 * that other work can run in between. Such a slot is free for everybody until it is offered again.
 */
export async function passExpired(parts: BookingParts): Promise<void> {
  const { database, clock, changes, outbox } = parts
  const expired = await listExpired(database.query, clock().toISOString())
  if (expired.length === 0) return
  const slots = await database.query.transaction().execute((query) => endExpired(query, parts))
  changes.publish(...slots.map(({ day }) => day))
  outbox.wake()
  for (const free of slots) {
    await offerAlone(parts, free)
    await nextTurn()
  }
}

/** Notifies an account that left several offers in a row unanswered that its request rests. */
async function endExpired(query: Queries, parts: BookingParts): Promise<DaySlot[]> {
  const now = parts.clock()
  const treatmentIds = await listExpired(query, now.toISOString())
  await holdLines(parts.database, query, treatmentIds)
  const lapsed = await lapseExpired(query, treatmentIds, now.toISOString())
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

/** Writes the mail that says that a request rests after unanswered offers, and how to resume it. */
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
