import { setImmediate as nextTurn } from 'node:timers/promises'
import { paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { readLanguage } from '../language/account-language.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { findTreatment } from '../treatments/find-treatment.ts'
import type { DaySlot } from './offer.ts'
import { hasExpired, lapseExpired } from './offer-queries.ts'
import { noteSilence } from './queries.ts'
import { mostUnanswered } from './request.ts'
import { offerAlone } from './search-slots.ts'
import { writeRestMail } from './write-rest-mail.ts'

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
