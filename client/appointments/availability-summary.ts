import { type Day, formatDay } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatment.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a screen reader hears when a day's list has arrived. */
export function availabilitySummary(treatments: readonly Treatment[], day: Day): string {
  const free = treatments.reduce((sum, treatment) => sum + treatment.slots.length, 0)
  const services = counted(treatments.length, 'service')
  return `${services}, ${free === 0 ? 'no time' : counted(free, 'time')} free on ${formatDay(day)}`
}
