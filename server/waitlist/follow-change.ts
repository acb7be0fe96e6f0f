import { v7 as uuidv7 } from 'uuid'
import { addDays, type Day } from '../../contract/date.ts'
import { defineTexts } from '../../contract/language.ts'
import { mailedPaths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { showInstant } from '../../contract/show-instant.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { type DayParams, dayParams } from '../appointments/slot-rules.ts'
import { readClinic, readSender } from '../clinic/read-clinic.ts'
import { readClinicTime, startOf } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { findPair, type Pair } from '../doctors/free-pairs.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import {
  lineWithDoctor,
  type Mail,
  type Sender,
  showTreatment,
} from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { holdLines } from './hold-lines.ts'
import { type DaySlot, signOffer, type WaitlistParts } from './offer.ts'
import { findOpenOf, insertOffer, lapseOfRequest } from './offer-queries.ts'
import {
  closeRequest,
  type First,
  findFirst,
  findRequestOf,
  holdRequest,
  updateRequest,
} from './queries.ts'

/**
 * Updates the waitlist after an appointment was cancelled or moved, in the same transaction: the appointment's
 * own request follows it, and the time that became free is offered to the first in line. Returns the days on
 * which a hold began or ended.
 */
export async function followChange(
  query: Queries,
  parts: WaitlistParts,
  before: Appointment,
  after: Appointment,
): Promise<Day[]> {
  await holdLines(parts.database, query, [before.treatmentId, after.treatmentId])
  const isGone = after.cancelledAt !== null
  const stays =
    before.day === after.day &&
    before.slot === after.slot &&
    before.treatmentId === after.treatmentId
  if (before.cancelledAt !== null || (stays && !isGone)) {
    // A request may wait for the doctor who became free.
    const isFreed = before.doctorId !== null && before.doctorId !== after.doctorId
    return isFreed && (await offerSlot(query, parts, before)) ? [before.day] : []
  }
  const unwanted = await followRequest(query, after, parts.clock().toISOString())
  const freed: DaySlot[] = unwanted ? [unwanted, before] : [before]
  for (const free of freed) await offerSlot(query, parts, free)
  return freed.map(({ day }) => day)
}

/**
 * Updates the waitlist after a visit has begun, in the same transaction: its request ends, and the time that
 * was held for it is offered to the next in line.
 */
export async function followBegin(
  query: Queries,
  parts: WaitlistParts,
  visit: Appointment,
): Promise<void> {
  await holdLines(parts.database, query, [visit.treatmentId])
  const unwanted = await followRequest(query, visit, parts.clock().toISOString())
  if (unwanted) await offerSlot(query, parts, unwanted)
}

/** Nothing can be earlier than it: it is cancelled, or the visit has begun. */
function isOver({ cancelledAt, status }: Appointment): boolean {
  return cancelledAt !== null || status !== 'booked'
}

/** Ends the request with its appointment; ends its offer when the offered time is no longer earlier. */
async function followRequest(
  query: Queries,
  appointment: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const { id, treatmentId } = appointment
  const request = await findRequestOf(query, id)
  if (!request) return undefined
  // Locks the offer before its request, as everywhere (hold-lines.ts), so that two changes cannot deadlock.
  const unwanted = await lapseUnwanted(query, request.id, appointment, now)
  if (isOver(appointment)) await closeRequest(query, request.id, { state: 'over', endedAt: now })
  // With another time or treatment, other slots are earlier now, and they have not been searched yet.
  else await updateRequest(query, request, { treatmentId, checkAt: now })
  // An offer may have been made since, compared with the appointment as it was before.
  return unwanted ?? (await lapseUnwanted(query, request.id, appointment, now))
}

/** Ends the offer of a request whose appointment is over, or is no later than the offered time. */
async function lapseUnwanted(
  query: Queries,
  waitId: string,
  appointment: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const offer = await findOpenOf(query, waitId)
  if (!offer) return undefined
  const { treatmentId, day, startMinute } = appointment
  const isEarlier = offer.day < day || (offer.day === day && offer.startMinute < startMinute)
  const isWanted = !isOver(appointment) && offer.treatmentId === treatmentId && isEarlier
  return isWanted ? undefined : lapseOfRequest(query, waitId, now)
}

const minuteMs = 60_000

/** A shorter time is not a fair chance to answer. */
const shortestMs = 5 * minuteMs

/** Two transactions may offer something to the same account at once; the second then searches again. */
const mostTries = 5

/** Few people read mail at night: between these minutes of the clinic's day an offer's time does not run. */
const night = { from: 21 * 60, until: 8 * 60 }

/**
 * Offers a free slot to the first request it suits, and mails its account, in the caller's transaction. The
 * database refuses the offer if the slot was taken in between. Returns the request that now has the slot;
 * nothing when it suits no request or too little time is left.
 */
export async function offerSlot(
  query: Queries,
  parts: WaitlistParts,
  free: DaySlot,
): Promise<string | undefined> {
  const now = parts.clock()
  const time = dayParams(free.day, parts.clinicTime())
  await holdLines(parts.database, query, [free.treatmentId])
  for (let tries = 0; tries < mostTries; tries += 1) {
    const first = await holdFirst(query, free, time)
    if (!first) return undefined
    const clinic = await readClinic(query)
    const zone = parts.config.clinicTimeZone
    const expiresAt = findExpiry({ day: free.day, ...first }, { ...clinic, zone, now })
    if (expiresAt.getTime() - now.getTime() < shortestMs) return undefined
    const pair = await findPair(
      query,
      { ...free, ...first },
      { ...time, doctor: first.wishedDoctorId ?? '', first: { doctorId: first.ownDoctorId } },
    )
    if (pair === null) return undefined
    const offer = { id: uuidv7(), day: free.day, expiresAt, pair }
    if (await storeOffer(query, free, { offer, first, now })) {
      await notifyFirst(query, parts, { offer, first, now })
      return first.id
    }
  }
  return undefined
}

/**
 * The first in line, locked: a transaction that ends or changes that request waits, and then finds the offer.
 */
async function holdFirst(query: Queries, free: DaySlot, time: DayParams) {
  let first = await findFirst(query, free, time)
  for (let tries = 0; first && tries < mostTries; tries += 1) {
    const isWaiting = await holdRequest(query, first.id)
    const found = await findFirst(query, free, time)
    if (isWaiting && found?.id === first.id) return found
    first = found
  }
  return undefined
}

type Held = { id: string; day: Day; expiresAt: Date; pair: Pair | undefined }

async function storeOffer(
  query: Queries,
  { treatmentId }: DaySlot,
  { offer, first, now }: { offer: Held; first: First; now: Date },
): Promise<boolean> {
  const { id, day, pair } = offer
  return insertOffer(query, {
    ...{ id, day, doctorId: pair?.doctorId ?? null, chairId: pair?.chairId ?? null },
    busyUntilMinute: pair?.busyUntilMinute ?? null,
    waitId: first.id,
    treatmentId,
    slot: first.slot,
    startMinute: first.startMinute,
    endMinute: first.endMinute,
    madeAt: now.toISOString(),
    expiresAt: offer.expiresAt.toISOString(),
    settledAt: null,
  })
}

async function notifyFirst(
  query: Queries,
  { config }: WaitlistParts,
  { offer, first, now }: { offer: Held; first: First; now: Date },
): Promise<void> {
  const recipient = first.patient
  const sender = await readSender(query, await readLanguage(query, config, recipient))
  const token = signOffer({ id: offer.id, patient: recipient }, config.authSecret)
  const url = config.publicUrl + mailedPaths.offer(token)
  const declineUrl = config.publicUrl + mailedPaths.declineOffer(token)
  const doctorName = offer.pair?.doctorName ?? null
  const about = { ...offer, ...first, doctorName, url, declineUrl, timeZone: config.clinicTimeZone }
  const mail = writeOfferMail(sender, about)
  const onlyWhile = { offerId: offer.id, trueUntil: offer.expiresAt }
  await queueMail(query, { ...mail, ...onlyWhile, recipient }, now)
}

type Rules = { offerMinutes: number; leadMinutes: number; zone: string; now: Date }

/**
 * Until when an offer of a slot is held: a whole minute, since free slots are read by the minute; never longer
 * than the slot can be booked. The result may be in the past. An offer made at night counts from the morning
 * on.
 */
export function findExpiry(
  { day, startMinute }: { day: Day; startMinute: number },
  { offerMinutes, leadMinutes, zone, now }: Rules,
): Date {
  const bookable = Math.floor(startOf(day, startMinute, zone) / minuteMs - leadMinutes) * minuteMs
  const held = Math.ceil(wakingHour(now, zone) / minuteMs + offerMinutes) * minuteMs
  return new Date(Math.min(held, bookable))
}

/** An instant of the day unchanged; an instant of the night as the following morning. */
function wakingHour(now: Date, zone: string): number {
  const { today, firstMinute } = readClinicTime(now, zone)
  const minute = firstMinute - 1
  if (minute >= night.until && minute < night.from) return now.getTime()
  const morning = minute < night.until ? today : addDays(today, 1)
  return startOf(morning, night.until, zone)
}

type OfferLetter = {
  treatment: string
  day: Day
  slot: string
  /** The doctor who would treat; `null` where none is named. */
  doctorName: string | null
  /** The time of the appointment that would move; `null` where accepting books a new one. */
  ownDay: Day | null
  ownSlot: string | null
  /** The treatment's price; an appointment that moves keeps its own. */
  priceCents: number
  expiresAt: Date
  timeZone: string
  /** The page on which the offer is answered. */
  url: string
  declineUrl: string
}

const mailTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `An earlier time at ${clinic}: ${day}`,
    intro: 'A time that you are waiting for is free.',
    instead: (when: string) => `It would take the place of your appointment on ${when}.`,
    book: (price: string) => `Price: ${price}. It is booked once you take it.`,
    priceStays: 'Price and payment stay as they are.',
    held: (until: string) =>
      `We hold it for you until ${until}. After that we offer it to the next on the waitlist.`,
    answer: 'Take this time',
    decline: 'Not this time',
    keep: 'If it does not suit you, please tell us, and somebody else can have it. Then, or if you do nothing, everything stays as it is, and you stay on the waitlist.',
  },
  es: {
    subject: (clinic, day) => `Un horario más temprano en ${clinic}: ${day}`,
    intro: 'Quedó libre un horario de los que usted espera.',
    instead: (when) => `Reemplazaría su cita (${when}).`,
    book: (price) => `Precio: ${price}. Queda reservado cuando lo acepte.`,
    priceStays: 'El precio y el pago no cambian.',
    held: (until) =>
      `Se lo guardamos hasta el ${until}. Después se lo ofrecemos a la siguiente persona de la lista.`,
    answer: 'Aceptar este horario',
    decline: 'Esta vez no',
    keep: 'Si no le conviene, avísenos, y otra persona podrá aprovecharlo. En ese caso, o si no hace nada, todo queda como está y usted sigue en la lista de espera.',
  },
})

/** Writes the mail that offers a held slot: what, when, instead of which appointment, and until when. */
export function writeOfferMail(sender: Sender, offer: OfferLetter): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = mailTexts[language]
  const when = (on: Day, at: string) => `${showLongDay(language, on)}, ${showSlot(language, at)}`
  const { treatment, day, slot, ownDay, ownSlot, url, declineUrl } = offer
  const subject = t.subject(clinicName, showDay(language, day))
  const moves = ownDay !== null && ownSlot !== null
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.intro,
      `${showTreatment(sender, treatment)}\n${when(day, slot)}${lineWithDoctor(language, offer)}`,
      moves
        ? `${t.instead(when(ownDay, ownSlot))} ${t.priceStays}`
        : t.book(showDollars(language, offer.priceCents / 100)),
      t.held(showInstant(language, offer.expiresAt.toISOString(), offer.timeZone)),
    ],
    action: { label: t.answer, url },
    more: [{ label: t.decline, url: declineUrl }],
    closing: t.keep,
  })
  return { kind: 'earlier-slot-offer', subject, ...parts }
}
