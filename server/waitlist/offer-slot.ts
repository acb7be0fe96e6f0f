import { v7 as uuidv7 } from 'uuid'
import { addDays, type Day } from '../../contract/date.ts'
import { paths } from '../../contract/page-paths.ts'
import { type DayParams, dayParams } from '../appointments/slot-rules.ts'
import { readClinic, readSender } from '../clinic/read-clinic.ts'
import { readClinicTime, startOf } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { findPair, type Pair } from '../doctors/free-pairs.ts'
import { readLanguage } from '../language/account-language.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import type { DaySlot, WaitlistParts } from './offer.ts'
import { insertOffer } from './offer-queries.ts'
import { type First, findFirst, holdRequest } from './queries.ts'
import { signOffer } from './sign-offer.ts'
import { writeOfferMail } from './write-offer-mail.ts'

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
  const sender = await readSender(query, await readLanguage(query, recipient))
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
