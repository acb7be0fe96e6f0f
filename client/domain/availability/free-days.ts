import type { CalendarDate } from '@internationalized/date'
import { useState } from 'react'
import type { Day } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import type { FreeDays } from '../../../contract/treatments/treatment.ts'
import { freeDays } from '../../data/shared-queries.ts'
import { useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import type { DayMark } from '../../ui/calendar.tsx'

export const freeDayTexts = defineTexts({
  en: { withRoom: 'Days with free times', noRoom: 'no free times' },
  es: { withRoom: 'Días con horarios libres', noRoom: 'sin horarios libres' },
})

const monthOf = (day: Day) => day.slice(0, 7)

/**
 * For a calendar: marks which days of the month that it shows have room, of one treatment or of any,
 * with the doctor of an id or with '' whoever is free. It shows the month of the chosen day until it
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
 * Finds the next day of the same month on which a treatment is free, with the doctor of an id or with
 * '' any; `null` where none is known.
 */
export function useNextFree(day: Day, doctor = ''): (treatment: string) => Day | null {
  const { data, isCurrent } = useRead(freeDays(monthOf(day), doctor))
  return (treatment) =>
    (data && isCurrent && daysOf(data, treatment).find((free) => free > day)) || null
}

/** In their order. */
function daysOf(free: FreeDays, treatment: string | null): Day[] {
  if (treatment !== null) return free.find(({ _id }) => _id === treatment)?.days ?? []
  return [...new Set(free.flatMap(({ days }) => days))].sort()
}
