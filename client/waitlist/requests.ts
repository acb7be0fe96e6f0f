import type { Language } from '../../contract/language.ts'
import { showDate, showDay, showMinute, showSlot } from '../../contract/show.ts'
import { type WaitlistRequest, waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import { followStream } from '../data/live-stream.ts'
import { read, useRead, useReloadOn } from '../data/use-read.ts'
import { waitlistTexts } from './texts.ts'

/** The account's requests, and the slots held for them now: an offer shows as soon as it is made. */
export function useRequests() {
  const requests = useRead(read(waitlistEndpoints.listRequests, {}))
  return useReloadOn(requests, (onChange) =>
    followStream(waitlistEndpoints.watchOffers.path, { onChange }),
  )
}

type Days = Pick<WaitlistRequest, 'from' | 'until' | 'weekdays'>
type Times = Pick<WaitlistRequest, 'fromMinute' | 'untilMinute'>

const weekdays = [0, 1, 2, 3, 4, 5, 6]
/** Every Sunday is one; the first of some week. */
const aSunday = Date.UTC(2023, 0, 1)
const dayMs = 86_400_000

/** Which days suit: `Jun 5, 2022 to Jun 8, 2022, Mon, Tue`. */
export function daysText(language: Language, { from, until, weekdays: chosen }: Days): string {
  const t = waitlistTexts[language]
  const range = t.days(showDay(language, from), showDay(language, until))
  if (from === until) return range
  const short = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const names = weekdays
    .filter((day) => chosen.includes(day))
    .map((day) => short.format(aSunday + day * dayMs))
  return `${range}, ${names.length === 7 ? t.anyWeekday : names.join(', ')}`
}

/** Which times suit. */
export function timesText(language: Language, { fromMinute, untilMinute }: Times): string {
  const end = untilMinute === 1440 ? 0 : untilMinute
  return waitlistTexts[language].times(showMinute(language, fromMinute), showMinute(language, end))
}

/** As in `Jun 8, 2022, 4:00 PM - 4:30 PM`. */
export function whenText(language: Language, { date, slot }: { date: string; slot: string }) {
  return `${showDate(language, date)}, ${showSlot(language, slot)}`
}

/** What accepting would do, or has done; `null` where an appointment stays as it is, or was cancelled since. */
export function aboutText(
  language: Language,
  { state, appointment }: Pick<WaitlistRequest, 'state' | 'appointment'>,
): string | null {
  const t = waitlistTexts[language]
  if (!appointment) return t.newOne
  const when = whenText(language, appointment)
  if (state === 'waiting') return t.instead(when)
  return state === 'done' && !appointment.cancelled ? t.nowOn(when) : null
}

/** What a request waits for, or how it ended. */
export function stateText(
  language: Language,
  { state, appointment, ahead, offer, paused, doctor, doctorAway }: WaitlistRequest,
): string {
  const t = waitlistTexts[language]
  if (state === 'done' && !appointment) return t.ended.booked
  if (state !== 'waiting') return t.ended[state]
  if (offer) return t.offered
  if (doctor && doctorAway) return t.doctorAway[doctorAway](doctor.name)
  if (paused) return t.paused[paused]
  return ahead ? t.ahead(ahead) : t.first
}
