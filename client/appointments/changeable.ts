import type { Booking } from '../../contract/appointments/appointment.ts'
import { beginOf } from '../domain/clinic-begin.ts'
import type { Rules } from '../domain/policy-text.ts'

export type ChangeRules = {
  timeZone: string
  /** Until it is known, all is offered. */
  policy: Rules | undefined
}

/** What a patient may still do by themself; the clinic decides when it is asked for. */
export type Changeable = 'all' | 'cancel' | 'nothing'

/** `now` in epoch milliseconds. What cannot be told yet is offered. */
export function changeableOf(
  appointment: Pick<Booking, 'date' | 'slot'>,
  rules: ChangeRules | undefined,
  now: number,
): Changeable {
  const begin = rules ? beginOf(appointment, rules.timeZone) : null
  if (!rules || begin === null) return 'all'
  if (now >= begin) return 'nothing'
  const cutoffMinutes = rules.policy?.cutoffMinutes ?? 0
  return now < begin - cutoffMinutes * 60_000 ? 'all' : 'cancel'
}
