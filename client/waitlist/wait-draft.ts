import type { Booking } from '../../contract/appointments/appointment.ts'
import { parseSlot } from '../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, parseDay } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import type { Wait, WaitRequest } from '../../contract/waitlist/waitlist.ts'
import type { Topic } from './ask-topic.ts'
import { formTexts } from './form-texts.ts'

/** The form as it is being filled in. */
export type WaitDraft = {
  treatment: string
  /** '' for oneself. */
  person: string
  from: string
  until: string
  weekdays: readonly number[]
  fromMinute: number
  untilMinute: number
  phone: string
}
export type DraftField = 'treatment' | 'person' | 'from' | 'until' | 'weekdays' | 'untilMinute'

type About = {
  calendar: BookingCalendar
  treatments: readonly Treatment[]
  appointment: Booking | null
  wait: Wait | null
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const defaultDays = 14

/** What suits at first: everything from today until the appointment, or around the day that is full. */
export function draftOf(
  topic: Topic,
  { calendar, treatments, appointment, wait }: About,
): WaitDraft {
  if (wait) {
    const { treatmentId: treatment, from, until, weekdays, phone, ...rest } = wait
    const { fromMinute, untilMinute } = rest
    return { treatment, person: '', from, until, weekdays, fromMinute, untilMinute, phone }
  }
  const { today, lastDay } = calendar
  const day = topic.kind === 'treatment' ? topic.day : null
  const own = appointment && parseDay(appointment.date)
  const from = day && day > today ? day : today
  const until = own ?? day ?? addDays(today, defaultDays)
  const asked = topic.kind === 'treatment' ? topic.treatment : null
  const treatment = appointment?.treatmentId ?? asked ?? ''
  const known = treatments.some(({ _id }) => _id === treatment) ? treatment : ''
  return {
    treatment: appointment ? treatment : known,
    person: '',
    from,
    until: until > lastDay ? lastDay : until,
    weekdays: openWeekdays(calendar),
    ...rangeOf(treatments, treatment),
    phone: appointment?.phone ?? '',
  }
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

type Read = {
  suits?: Pick<WaitRequest, 'from' | 'until' | 'fromMinute' | 'untilMinute' | 'phone'> & {
    weekdays: number[]
  }
  problems?: Partial<Record<DraftField, string>>
}

/** What goes to the clinic, or what is missing, field by field. */
export function readDraft(draft: WaitDraft, language: Language): Read {
  const t = formTexts[language]
  const problems: Read['problems'] = {
    ...(draft.treatment === '' && { treatment: t.treatmentMissing }),
    ...(parseDay(draft.from) === null && { from: t.dayMissing }),
    ...(parseDay(draft.until) === null && { until: t.dayMissing }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const { from, until, fromMinute, untilMinute, phone, weekdays } = draft
  return { suits: { from, until, fromMinute, untilMinute, phone, weekdays: [...weekdays] } }
}
