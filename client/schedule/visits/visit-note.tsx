import { type ReactNode, useSyncExternalStore } from 'react'
import { parseDay } from '../../../contract/date.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { calendar as clinicCalendar, policy as clinicPolicy } from '../../data/shared-queries.ts'
import { useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { type Standing, standingOf } from './visit.ts'
import './visits.css'

const texts = defineTexts({
  en: {
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    late: (time: string) => `${time} late`,
    waiting: (time: string) => `waiting ${time}`,
    seated: (time: string) => `${time} in the chair`,
    lateNow: (count: number) => `${count} late`,
  },
  es: {
    minutes: (minutes) => `${minutes} min`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
    late: (time) => `${time} de retraso`,
    waiting: (time) => `espera ${time}`,
    seated: (time) => `${time} en el sillón`,
    lateNow: (count) => `${count} con retraso`,
  },
})

type VisitNoteProps = {
  appointment: StaffAppointment
  /** What stands there where there is nothing to say. */
  otherwise?: ReactNode
}

/** Where the patient is now, of an appointment of today: how late, how long they wait. */
export function VisitNote({ appointment, otherwise = null }: VisitNoteProps) {
  const t = useTexts(texts)
  const standing = useStanding()(appointment)
  if (!standing || standing.kind === 'expected' || standing.kind === 'over') return otherwise
  return (
    <span className="visit-note" data-standing={standing.kind}>
      {t[standing.kind](spanText(t, standing.minutes))}
    </span>
  )
}

type Words = (typeof texts)[Language]

function spanText(t: Words, minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? t.hours(hours, minutes % 60) : t.minutes(minutes)
}

type LateButtonProps = { of: readonly StaffAppointment[]; onPress: () => void }

/** How many patients are late now, and the way to them. */
export function LateButton({ of, onPress }: LateButtonProps) {
  const t = useTexts(texts)
  const standing = useStanding()
  const late = of.filter((one) => standing(one)?.kind === 'late').length
  if (late === 0) return null
  return (
    <button type="button" className="day-late" onClick={onPress}>
      {t.lateNow(late)}
    </button>
  )
}

/** Says of an appointment where its patient is; nothing of one that is not today's. Nobody is late until the policy is read. */
export function useStanding(): (appointment: StaffAppointment) => Standing | undefined {
  const { data: calendar } = useRead(clinicCalendar)
  const { data: policy } = useRead(clinicPolicy)
  const now = useSyncExternalStore(subscribe, readNow, readNow)
  return (appointment) =>
    calendar && parseDay(appointment.date) === calendar.today && appointment.status !== 'cancelled'
      ? standingOf(appointment, {
          timeZone: calendar.timeZone,
          lateMinutes: policy?.lateMinutes ?? Number.POSITIVE_INFINITY,
          now: now + calendar.clockAhead,
        })
      : undefined
}

/** Minutes are shown; some seconds late they may be. */
const tickMs = 10_000
const subscribers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** One clock for all that is on the screen. */
function subscribe(onTick: () => void): () => void {
  now = Date.now()
  subscribers.add(onTick)
  ticking ??= setInterval(() => {
    now = Date.now()
    for (const notify of subscribers) notify()
  }, tickMs)
  return () => {
    subscribers.delete(onTick)
    if (subscribers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

function readNow(): number {
  return now
}
