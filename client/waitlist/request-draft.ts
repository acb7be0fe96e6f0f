import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseSlot } from '../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, parseDay } from '../../contract/date.ts'
import type { Account } from '../../contract/identity/account.ts'
import type { Language } from '../../contract/language.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import type { WaitlistRequest } from '../../contract/waitlist/waitlist.ts'
import { slotsAhead } from '../domain/availability.ts'
import { nextPickableDay } from '../domain/clinic-time.ts'
import { type Checked, firstOf, type Problems } from '../forms/problems.ts'
import { requestTexts } from './texts.ts'

/** What a request is about, as the address says it. */
export type Topic =
  | { kind: 'change'; id: string }
  | { kind: 'appointment'; id: string }
  | { kind: 'treatment'; treatment: string | null; day: Day | null }

/** `null`: the address opens no form. */
export function readTopic(query: URLSearchParams): Topic | null {
  const request = query.get('request')
  if (request) return { kind: 'change', id: request }
  const appointment = query.get('appointment')
  if (appointment) return { kind: 'appointment', id: appointment }
  const treatment = query.get('treatment')
  const date = query.get('date')
  if (treatment === null && date === null) return null
  return { kind: 'treatment', treatment: treatment || null, day: parseDay(date ?? '') }
}

/** The form as it is being filled in. */
type RequestDraft = {
  treatment: string
  /** '' for the account holder. */
  dependent: string
  from: string
  until: string
  weekdays: number[]
  fromMinute: number
  untilMinute: number
  phone: string
  /** The id of the one doctor who suits; '' for anyone who is free. */
  doctor: string
}
/** In their order on the screen. */
export const fields = [
  'treatment',
  'dependent',
  'from',
  'until',
  'weekdays',
  'untilMinute',
  'doctor',
  'phone',
] as const
type DraftField = (typeof fields)[number]

type About = {
  account: Pick<Account, 'phone'>
  calendar: BookingCalendar
  treatments: readonly Treatment[]
  appointment: Pick<Booking, 'treatmentId' | 'date' | 'phone'> | null
  request: WaitlistRequest | null
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const defaultDays = 14

/** What suits at first: everything until the appointment, or around the day that is full. */
export function draftOf(
  topic: Topic,
  { account, calendar, treatments, appointment, request }: About,
): RequestDraft {
  if (request) return changedDraft(request)
  const { today, lastDay } = calendar
  const day = topic.kind === 'treatment' ? topic.day : null
  const own = appointment && parseDay(appointment.date)
  const first = firstDay(calendar, treatments)
  const from = day && day > first ? day : first
  const until = own ?? (day ? from : addDays(today, defaultDays))
  const asked = topic.kind === 'treatment' ? topic.treatment : null
  const treatment = appointment?.treatmentId ?? asked ?? ''
  const known = treatments.some(({ _id }) => _id === treatment) ? treatment : ''
  return {
    treatment: appointment ? treatment : known,
    dependent: '',
    from,
    until: until > lastDay ? lastDay : until,
    weekdays: openWeekdays(calendar),
    ...rangeOf(treatments, treatment),
    phone: appointment?.phone || account.phone,
    doctor: '',
  }
}

/** A request as it is; a doctor who cannot take it is no choice any more. */
function changedDraft(request: WaitlistRequest): RequestDraft {
  const { treatmentId: treatment, from, until, weekdays, phone, doctorAway, ...rest } = request
  const { fromMinute, untilMinute } = rest
  const doctor = doctorAway === null ? (request.doctor?._id ?? '') : ''
  const times = { from, until, weekdays, fromMinute, untilMinute }
  return { treatment, dependent: '', ...times, phone, doctor }
}

/** The first day on which a time can still come free: not today once its last slot is too near. */
export function firstDay(calendar: BookingCalendar, treatments: readonly Treatment[]): Day {
  const now = Date.parse(calendar.now)
  const isOver = (day: Day) => slotsAhead(treatments, day, calendar, now).next === null
  let day = nextPickableDay(calendar, calendar.today)
  while (day !== null && isOver(day)) day = nextPickableDay(calendar, addDays(day, 1))
  return day ?? calendar.today
}

export function openWeekdays({ closedWeekdays }: BookingCalendar): number[] {
  return everyDay.filter((day) => !closedWeekdays.includes(day))
}

/** When a treatment's slots begin and end, in minutes of the day; of all where it is not known. */
export function timesOf(treatments: readonly Treatment[], treatment: string) {
  const own = treatments.filter(({ _id }) => _id === treatment)
  const slots = (own.length > 0 ? own : treatments).flatMap((one) => one.slots)
  const times = slots.flatMap((slot) => parseSlot(slot) ?? [])
  const sorted = (minutes: number[]) => [...new Set(minutes)].sort((one, other) => one - other)
  return {
    starts: sorted(times.map(({ start }) => start)),
    ends: sorted(times.map(({ end }) => end)),
  }
}

/** From the first begin to the last end. */
export function rangeOf(treatments: readonly Treatment[], treatment: string) {
  const { starts, ends } = timesOf(treatments, treatment)
  return { fromMinute: starts[0] ?? 0, untilMinute: ends.at(-1) ?? 1440 }
}

/** What is missing, field by field. */
export function checkDraft(
  language: Language,
  draft: RequestDraft,
): Checked<RequestDraft, DraftField> {
  const t = requestTexts[language]
  const problems: Problems<DraftField> = {
    ...(draft.treatment === '' && { treatment: t.treatmentMissing }),
    ...(parseDay(draft.from) === null && { from: t.dayMissing }),
    ...(parseDay(draft.until) === null && { until: t.dayMissing }),
  }
  return firstOf(problems, fields) ? { ok: false, problems } : { ok: true, values: draft }
}
