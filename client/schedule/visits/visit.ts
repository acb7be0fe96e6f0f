import type { StaffAppointment, VisitStatus } from '../../../contract/schedule/staff-appointment.ts'
import { beginOf } from '../../domain/clinic-time.ts'

/** Where a patient of today is, and for how many minutes. */
export type Standing =
  | { kind: 'expected' | 'over'; minutes: 0 }
  | { kind: 'late' | 'waiting' | 'seated'; minutes: number }

type Visit = Pick<StaffAppointment, 'date' | 'slot' | 'status' | 'arrivedAt' | 'seatedAt'>

const minuteMs = 60_000

type Clock = {
  timeZone: string
  /** Minutes after the start at which an absent patient counts as late. */
  lateMinutes: number
  /** Epoch milliseconds, on the day of the appointment. */
  now: number
}

export function standingOf(visit: Visit, { timeZone, lateMinutes, now }: Clock): Standing {
  const since = (instant: number) => Math.max(0, Math.floor((now - instant) / minuteMs))
  const { status, arrivedAt, seatedAt } = visit
  if (status === 'arrived' && arrivedAt) {
    return { kind: 'waiting', minutes: since(Date.parse(arrivedAt)) }
  }
  if (status === 'seated' && seatedAt)
    return { kind: 'seated', minutes: since(Date.parse(seatedAt)) }
  if (status !== 'booked') return { kind: 'over', minutes: 0 }
  const minutes = since(beginOf(visit, timeZone) ?? now)
  return minutes >= lateMinutes ? { kind: 'late', minutes } : { kind: 'expected', minutes: 0 }
}

/** What most often comes next, the likeliest first. `hasBegun`: the appointment has. */
export function nextSteps(
  { status }: Pick<Visit, 'status'>,
  { isToday, hasBegun }: { isToday: boolean; hasBegun: boolean },
): VisitStatus[] {
  if (status === 'arrived') return ['seated']
  if (status === 'seated') return ['completed']
  if (status === 'no_show') return isToday ? ['arrived'] : []
  if (status !== 'booked') return []
  if (!isToday) return ['completed', 'no_show']
  return hasBegun ? ['arrived', 'no_show'] : ['arrived']
}

/** What a wrong press is taken back to: the step before it that was noted. */
export function statusBefore({
  status,
  arrivedAt,
  seatedAt,
}: Pick<Visit, 'status' | 'arrivedAt' | 'seatedAt'>): VisitStatus {
  if (status === 'completed' && seatedAt !== null) return 'seated'
  const wasThere = status === 'completed' || status === 'seated'
  return wasThere && arrivedAt !== null ? 'arrived' : 'booked'
}
