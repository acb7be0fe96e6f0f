import { calendar, clinicNow } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { beginOf } from './clinic-time.ts'

/** Whether an appointment has begun by the clinic's clock; not until that clock is known. */
export function useHasBegun(appointment: { date: string; slot: string }): boolean {
  const { data: days } = useRead(calendar)
  const begin = days ? beginOf(appointment, days.timeZone) : null
  return days !== undefined && begin !== null && clinicNow(days) >= begin
}
