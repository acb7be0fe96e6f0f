import { useEffect, useState } from 'react'
import { type ClinicCalendar, clinicNow } from '../data/shared-queries.ts'
import { minuteAt } from './slots.ts'

/** Minutes since midnight at the clinic, as they pass. */
export function useMinute(calendar: ClinicCalendar): number {
  const [now, setNow] = useState(() => clinicNow(calendar))
  useEffect(() => {
    const timer = setInterval(() => setNow(clinicNow(calendar)), 15_000)
    return () => clearInterval(timer)
  }, [calendar])
  return minuteAt(new Date(now), calendar.timeZone)
}
