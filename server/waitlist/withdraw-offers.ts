import { parseSlot } from '../../contract/appointments/slot.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import { holdAppointment } from '../appointments/find-appointment.ts'
import { findPairFor, hoursOf, type WantedTime } from '../appointments/pairs/wanted-pair.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { type Mail, type Sender, showTreatment } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { holdLines } from './hold-lines.ts'
import type { OfferRow, WaitlistParts } from './offer.ts'
import { findOffer, listHolding, listHoldingPair, withdrawOffer } from './offer-queries.ts'
import { updateRequest } from './queries.ts'

/** The patient for whom the waitlist holds a time, and until when; `undefined` if it does not hold it. */
export async function readHold(query: Queries, wanted: WantedTime, now: Date) {
  const [held] = await listInTheWay(query, wanted, now.toISOString())
  return held && { patientName: nameOf(held), until: held.expiresAt }
}

/**
 * The offers that block a time. Where doctors decide, those of the doctor and the chair that would be assigned;
 * none where others are free, or where the waitlist is not what blocks it.
 */
async function listInTheWay(query: Queries, wanted: WantedTime, now: string): Promise<OfferRow[]> {
  const time = parseSlot(wanted.slot)
  if (!time) return []
  const how = await hoursOf(query, wanted)
  const pair = await findPairFor(query, wanted, { ...how, despiteHolds: true })
  const { day, treatmentId } = wanted
  const { start: startMinute, end: endMinute } = time
  if (pair === undefined) {
    return listHolding(query, { day, treatmentId, startMinute, endMinute }, now)
  }
  if (pair === null || (await findPairFor(query, wanted, how))) return []
  return listHoldingPair(query, { ...pair, day, startMinute }, now)
}

/**
 * Ends the offers that hold a time, in the transaction that takes it, because staff decided so. The patients
 * are notified, stay in line, and are searched for again; a request that waits for the appointment that takes
 * the time is notified by that change.
 */
export async function withdrawOffers(
  query: Queries,
  parts: WaitlistParts,
  wanted: WantedTime,
): Promise<void> {
  const now = parts.clock()
  const at = now.toISOString()
  const inTheWay = await listInTheWay(query, wanted, at)
  if (inTheWay.length === 0) return
  if (wanted.except) await holdAppointment(parts.database, query, wanted.except)
  const treatmentIds = inTheWay.map(({ treatmentId }) => treatmentId)
  await holdLines(parts.database, query, [...treatmentIds, wanted.treatmentId])
  for (const offer of await listInTheWay(query, wanted, at)) {
    if (!(await withdrawOffer(query, offer.id, at))) continue
    const { waitId: id, userId } = offer
    await updateRequest(query, { id, userId }, { checkAt: at })
    if (offer.appointmentId !== null && offer.appointmentId === wanted.except) continue
    await notifyOfEnd(query, parts, offer.id, { isGiven: true, now })
  }
}

/**
 * Notifies the patient of an offer that the clinic has ended in this transaction. `isGiven`: its time goes to
 * another patient; else the clinic cannot offer it.
 */
export async function notifyOfEnd(
  query: Queries,
  { config }: Pick<WaitlistParts, 'config'>,
  offerId: string,
  { isGiven, now }: { isGiven: boolean; now: Date },
): Promise<void> {
  // Until its request was held, the patient's address could change.
  const offer = await findOffer(query, offerId)
  if (!offer) return
  const { patient: recipient } = offer
  const sender = await readSender(query, await readLanguage(query, config, recipient))
  const url = config.publicUrl + paths.waitlist
  const mail = writeWithdrawnMail(sender, { ...offer, isGiven, url })
  await queueMail(query, { ...mail, recipient }, now)
}

function nameOf({ ownName, treatedName }: OfferRow): string {
  return ownName ?? treatedName
}

const mailTexts = defineTexts({
  en: {
    subject: (day: string) => `The time on ${day} is no longer held for you`,
    given: 'We held this time for you, and have had to give it to another patient. We are sorry.',
    closed: 'We held this time for you, and cannot offer it any longer. We are sorry.',
    stays:
      'Nothing is booked or charged by this. Your appointments stay as they are, and you stay in line: we write to you again when a time is free that suits you.',
    requests: 'See my requests',
  },
  es: {
    subject: (day) => `Ya no le guardamos el horario del ${day}`,
    given: 'Le guardábamos este horario y hemos tenido que darlo a otro paciente. Lo sentimos.',
    closed: 'Le guardábamos este horario y ya no podemos ofrecerlo. Lo sentimos.',
    stays:
      'Con esto no se reserva ni se cobra nada. Sus citas quedan como están y usted sigue en la lista: le escribiremos cuando quede libre un horario que le convenga.',
    requests: 'Ver mis solicitudes',
  },
})

export function writeWithdrawnMail(
  sender: Sender,
  {
    treatment,
    day,
    slot,
    isGiven,
    url,
  }: Pick<OfferRow, 'treatment' | 'day' | 'slot'> & { isGiven: boolean; url: string },
): Omit<Mail, 'recipient'> {
  const { language } = sender
  const t = mailTexts[language]
  const date = showDay(language, day)
  const subject = t.subject(date)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      isGiven ? t.given : t.closed,
      `${showTreatment(sender, treatment)}\n${date}, ${showSlot(language, slot)}`,
      t.stays,
    ],
    action: { label: t.requests, url },
  })
  return { kind: 'earlier-slot-withdrawn', subject, ...parts }
}
