import type { Booking } from '../../contract/appointments/appointment.ts'
import { beginOf, endOf } from '../domain/clinic-begin.ts'
import type { Rules } from '../domain/policy-note.tsx'

export type ChangeRules = {
  timeZone: string
  /** Until it is known, all is offered. */
  policy: Rules | undefined
}

/** What is offered to the patient; the server decides when it is sent. */
type Changeable = 'all' | 'cancel' | 'nothing'

type Standing = Pick<Booking, 'date' | 'slot' | 'status'>

/** `now` in epoch milliseconds. What is not known yet is offered. */
export function changeableOf(
  appointment: Standing,
  rules: ChangeRules | undefined,
  now: number,
): Changeable {
  // Once staff have noted that its patient is there, or stayed away, it stays as it is.
  if (appointment.status !== 'booked') return 'nothing'
  const begin = rules ? beginOf(appointment, rules.timeZone) : null
  if (!rules || begin === null) return 'all'
  if (now >= begin) return 'nothing'
  const cutoffMinutes = rules.policy?.cutoffMinutes ?? 0
  return now < begin - cutoffMinutes * 60_000 ? 'all' : 'cancel'
}

/**
 * The appointments that are not over, in the order given. What is over stands in My History, which
 * begins for each of them at the same instant, its end.
 */
export function listAhead<A extends Standing>(
  appointments: readonly A[],
  rules: Pick<ChangeRules, 'timeZone'> | undefined,
  now: number,
): A[] {
  if (!rules) return [...appointments]
  return appointments.filter((one) => (endOf(one, rules.timeZone) ?? now + 1) > now)
}

/** What a patient can still pay online: something due, for a visit that was not missed. */
export function isPayable({ due, status }: Pick<Booking, 'due' | 'status'>): boolean {
  return due > 0 && status !== 'no_show'
}
