/** One appointment as the model knows it; a day and a time are places in the lists of the test. */
export type Held = {
  id: string
  revision: number
  who: number
  treatment: number
  day: number
  time: number
  status: 'booked' | 'arrived' | 'seated' | 'completed' | 'no_show' | 'cancelled'
  paid: boolean
}

/**
 * The clinic's day on one page: who may hold what, and what stands in the way. Written from the rules
 * of design.md section 4, without looking at how the portal keeps them.
 */
export class DayModel {
  readonly held: Held[] = []

  /** Everything that stands in the way of holding a time, besides what `own` itself holds. */
  inTheWay(input: Pick<Held, 'who' | 'treatment' | 'day' | 'time'>, own?: Held): string[] {
    const live = this.held.filter((one) => one !== own && one.status !== 'cancelled')
    const onDay = live.filter(({ day }) => day === input.day)
    const reasons = new Set<string>()
    for (const { who, treatment, time } of onDay) {
      if (treatment === input.treatment && time === input.time) reasons.add('slot_taken')
      if (who === input.who && treatment === input.treatment) reasons.add('already_booked')
      if (who === input.who && time === input.time) reasons.add('patient_busy')
    }
    return [...reasons]
  }

  /** Why a change based on revision `seen` is refused, regardless of what it changes. */
  tooLate({ status, revision }: Held, seen: number, alsoCancelled: boolean): string[] {
    const isCancelled = status === 'cancelled'
    if (revision === seen) return isCancelled && !alsoCancelled ? ['appointment_cancelled'] : []
    return [isCancelled ? 'appointment_cancelled' : 'appointment_changed']
  }
}
