import { v7 as uuidv7 } from 'uuid'
import { addDays, type Day } from '../../contract/date.ts'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
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
 * What the waitlist makes of an appointment that was cancelled or moved, in that transaction: its
 * own request follows it, and the time that it leaves is offered to the first in line. The days on which
 * something is held now, or no longer.
 */
export async function followChange(
  query: Queries,
  parts: WaitlistParts,
  before: Appointment,
  after: Appointment,
): Promise<Day[]> {
  const isGone = after.cancelledAt !== null
  const stays =
    before.day === after.day &&
    before.slot === after.slot &&
    before.treatmentId === after.treatmentId
  if (before.cancelledAt !== null || (stays && !isGone)) {
    // Somebody may wait for the doctor whom it leaves.
    const isFreed = before.doctorId !== null && before.doctorId !== after.doctorId
    return isFreed && (await offerSlot(query, parts, before)) ? [before.day] : []
  }
  const unwanted = await followRequest(query, after, parts.clock().toISOString())
  const freed: DaySlot[] = unwanted ? [unwanted, before] : [before]
  for (const free of freed) await offerSlot(query, parts, free)
  return freed.map(({ day }) => day)
}

/** The request ends with its appointment; what it is offered, when that is no longer earlier. */
async function followRequest(
  query: Queries,
  appointment: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const { id, cancelledAt, treatmentId } = appointment
  const request = await findRequestOf(query, id)
  if (!request) return undefined
  // The offer before its request, as everywhere: two changes never wait for each other.
  const unwanted = await lapseUnwanted(query, request.id, appointment, now)
  if (cancelledAt !== null) await closeRequest(query, request.id, { state: 'over', endedAt: now })
  // Another time or treatment: other slots are earlier now, and nobody has looked through them.
  else await updateRequest(query, request, { treatmentId, checkAt: now })
  // Somebody may have offered it something meanwhile, before an appointment as it was.
  return unwanted ?? (await lapseUnwanted(query, request.id, appointment, now))
}

/** Ends what a request is offered in place of an appointment that is cancelled, or not later than that. */
async function lapseUnwanted(
  query: Queries,
  waitId: string,
  { cancelledAt, treatmentId, ...time }: Appointment,
  now: string,
): Promise<DaySlot | undefined> {
  const offer = await findOpenOf(query, waitId)
  if (!offer) return undefined
  const isEarlier =
    offer.day < time.day || (offer.day === time.day && offer.startMinute < time.startMinute)
  const isWanted = cancelledAt === null && offer.treatmentId === treatmentId && isEarlier
  return isWanted ? undefined : lapseOfRequest(query, waitId, now)
}

const minuteMs = 60_000

/** Less is no fair chance to answer. */
const shortestMs = 5 * minuteMs

/** Two transactions may offer something to the same person at once; the second looks again. */
const mostTries = 5

/** Nobody reads a mail at night: between these minutes of the clinic's clock an offer's time stands still. */
const night = { from: 21 * 60, until: 8 * 60 }

/**
 * Offers a slot that is free to the first request it suits, and writes to them, in the caller's
 * transaction. The database leaves an offer out whose slot somebody has meanwhile. The request that has
 * it now; nothing when it suits nobody or too little time is left.
 */
export async function offerSlot(
  query: Queries,
  parts: WaitlistParts,
  free: DaySlot,
): Promise<string | undefined> {
  const now = parts.clock()
  const time = dayParams(free.day, parts.clinicTime())
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

/** The first in line, held as it is then: whoever ends or changes that request waits, and finds the offer. */
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
  const token = signOffer(offer.id, config.authSecret)
  const url = config.publicUrl + paths.offer(token)
  const declineUrl = config.publicUrl + paths.declineOffer(token)
  const doctorName = offer.pair?.doctorName ?? null
  const about = { ...offer, ...first, doctorName, url, declineUrl, timeZone: config.clinicTimeZone }
  const mail = writeOfferMail(sender, about)
  const onlyWhile = { offerId: offer.id, trueUntil: offer.expiresAt }
  await queueMail(query, { ...mail, ...onlyWhile, recipient }, now)
}

type Rules = { offerMinutes: number; leadMinutes: number; zone: string; now: Date }

/**
 * Until when an offer of a slot is held: a whole minute, since what is free is read by the minute;
 * never longer than the slot can be booked. It may lie in the past. Made at night it is held from the
 * morning on.
 */
export function findExpiry(
  { day, startMinute }: { day: Day; startMinute: number },
  { offerMinutes, leadMinutes, zone, now }: Rules,
): Date {
  const bookable = Math.floor(startOf(day, startMinute, zone) / minuteMs - leadMinutes) * minuteMs
  const held = Math.ceil(wakingHour(now, zone) / minuteMs + offerMinutes) * minuteMs
  return new Date(Math.min(held, bookable))
}

/** An instant of the day as it is; at night, the morning after. */
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
  /** Who it would be; `null` where nobody is named. */
  doctorName: string | null
  /** The time of the appointment that would move; `null` where accepting books. */
  ownDay: Day | null
  ownSlot: string | null
  /** Of the treatment; an appointment that moves keeps its own. */
  priceCents: number
  expiresAt: Date
  timeZone: string
  /** The page on which it is answered. */
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
    instead: (when) => `Reemplazaría su cita: ${when}.`,
    book: (price) => `Precio: ${price}. Queda reservado cuando lo acepte.`,
    priceStays: 'El precio y el pago no cambian.',
    held: (until) =>
      `Se lo guardamos hasta el ${until}. Después se lo ofrecemos a la siguiente persona de la lista.`,
    answer: 'Aceptar este horario',
    decline: 'Esta vez no',
    keep: 'Si no le conviene, avísenos, y otra persona podrá aprovecharlo. En ese caso, o si no hace nada, todo queda como está y usted sigue en la lista de espera.',
  },
})

/** Offers a slot that is held: what, when, instead of what, and until when. */
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
      t.held(showInstant(language, offer.expiresAt, offer.timeZone)),
    ],
    action: { label: t.answer, url },
    more: [{ label: t.decline, url: declineUrl }],
    closing: t.keep,
  })
  return { kind: 'earlier-slot-offer', subject, ...parts }
}

/** By the clinic's clock, with its zone: `Nov 21, 2026, 9:30 AM EST`. */
function showInstant(language: Language, instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
}
