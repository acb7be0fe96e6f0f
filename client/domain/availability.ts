import type { CalendarDate } from '@internationalized/date'
import { useEffect, useState } from 'react'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import type { FreeDays, Treatment } from '../../contract/treatments/treatment.ts'
import { followStream } from '../data/live-stream.ts'
import { type ClinicCalendar, calendar, freeDays } from '../data/shared-queries.ts'
import { type Reading, read, useRead, useReloadOn } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import type { DayMark } from '../ui/calendar.tsx'
import { startOf } from './clinic-time.ts'

export const freeDayTexts = defineTexts({
  en: { withRoom: 'Days with free times', noRoom: 'no free times' },
  es: { withRoom: 'Días con horarios libres', noRoom: 'sin horarios libres' },
})

/** All who look at a day are notified of a change at once; they ask within this time, not together. */
const spreadMs = 300

/**
 * Every treatment with what is free of it on a day; follows what others book and cancel, and drops a
 * slot when it can no longer be booked.
 */
export function useAvailable(day: Day): Reading<Treatment[]> {
  const available = useReloadOn(
    useRead(read(endpoints.listAvailable, { query: { date: day } })),
    (onChange) => watchDay(day, onChange),
    day,
  )
  const rules = useRead(calendar).data
  const [now, setNow] = useState(() => Date.now())
  const ahead =
    available.data && rules && available.isCurrent
      ? slotsAhead(available.data, day, rules, now + rules.clockAhead)
      : { treatments: available.data, next: null }
  const nextHere = ahead.next === null ? null : ahead.next - (rules?.clockAhead ?? 0)
  useEffect(() => {
    if (nextHere === null) return
    const wait = nextHere - Date.now()
    if (wait > longestTimerMs) return
    const timer = setTimeout(() => setNow(Math.max(Date.now(), nextHere)), wait)
    return () => clearTimeout(timer)
  }, [nextHere])
  return { ...available, data: ahead.treatments }
}

/** A day that far off is not looked at for so long. */
const longestTimerMs = 2 ** 31 - 1

/**
 * What of a day's slots can still be booked at an instant of the clinic's clock, and when the next of
 * them no longer can; instants in epoch milliseconds.
 */
export function slotsAhead(
  treatments: readonly Treatment[],
  day: Day,
  { timeZone, leadMinutes }: Pick<ClinicCalendar, 'timeZone' | 'leadMinutes'>,
  now: number,
): { treatments: Treatment[]; next: number | null } {
  const ends = new Map<string, number>()
  const endOf = (slot: string) => {
    const known = ends.get(slot)
    if (known !== undefined) return known
    const time = parseSlot(slot)
    const end = time
      ? startOf(day, time.start, timeZone) - leadMinutes * 60_000
      : Number.POSITIVE_INFINITY
    ends.set(slot, end)
    return end
  }
  const ahead = treatments.map((treatment) => ({
    ...treatment,
    slots: treatment.slots.filter((slot) => endOf(slot) > now),
  }))
  const left = [...ends.values()].filter((end) => end > now && Number.isFinite(end))
  return { treatments: ahead, next: left.length > 0 ? Math.min(...left) : null }
}

/** Calls back a moment after something on a day has changed; answers how to stop. */
export function watchDay(day: Day, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = followStream(`${endpoints.watchAvailable.path}?date=${day}`, {
    onChange() {
      timer ??= setTimeout(() => {
        timer = undefined
        onChange()
      }, Math.random() * spreadMs)
    },
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

const monthOf = (day: Day) => day.slice(0, 7)
const monthAfter = (day: Day) => monthOf(addDays(`${monthOf(day)}-01`, 31))

/**
 * For a calendar: marks which days of the month that it shows have room, of one treatment or of any,
 * with the doctor of an id or with '' anyone who is free. It shows the month of the chosen day until it
 * is turned.
 */
export function useFreeDays(chosen: Day, treatment: string | null = null, doctor = '') {
  const { noRoom } = useTexts(freeDayTexts)
  const [turned, setTurned] = useState({ chosen, month: monthOf(chosen) })
  const month = turned.chosen === chosen ? turned.month : monthOf(chosen)
  const { data, isCurrent } = useRead(freeDays(month, doctor))
  const free = data && isCurrent ? new Set(daysOf(data, treatment)) : undefined
  return {
    onTurn: (date: CalendarDate) => setTurned({ chosen, month: monthOf(date.toString()) }),
    markOf(date: CalendarDate): DayMark | undefined {
      const day = date.toString()
      if (!free || monthOf(day) !== month) return undefined
      return free.has(day) ? { kind: 'room' } : { kind: 'full', label: noRoom }
    },
  }
}

/**
 * Finds the next day of the same month or the one after it on which one of `treatments` is free, with the doctor of
 * an id or with '' any; `null` where there is none, `undefined` until that is known. The next month is read only
 * where it is needed.
 */
export function useNextFree(
  day: Day,
  treatments: readonly string[],
  doctor = '',
): (treatment: string) => Day | null | undefined {
  const here = useRead(freeDays(monthOf(day), doctor))
  const free = here.isCurrent ? here.data : undefined
  const find = (days: FreeDays | undefined, treatment: string) =>
    days && (daysOf(days, treatment).find((one) => one > day) ?? null)
  const isOver = treatments.some((one) => find(free, one) === null)
  const next = useRead(freeDays(monthAfter(day), doctor), { enabled: isOver })
  const later = next.isCurrent ? next.data : undefined
  return (treatment) => {
    const found = find(free, treatment)
    return found === null ? find(later, treatment) : found
  }
}

/** In their order. */
function daysOf(free: FreeDays, treatment: string | null): Day[] {
  if (treatment !== null) return free.find(({ _id }) => _id === treatment)?.days ?? []
  return [...new Set(free.flatMap(({ days }) => days))].sort()
}
