import { addDays, type Day, weekdayOf } from '../../contract/date.ts'

/** The week around a day, Sunday first. */
export function weekOf(day: Day): Day[] {
  const sunday = addDays(day, -weekdayOf(day))
  return Array.from({ length: 7 }, (_, n) => addDays(sunday, n))
}

/** The weeks that a day's month touches, Sunday first, with days of its neighbours at both ends. */
export function weeksOfMonth(day: Day): Day[][] {
  const month = monthOf(day)
  const weeks: Day[][] = []
  for (let week = weekOf(`${month}-01`); week.some((one) => monthOf(one) === month); ) {
    weeks.push(week)
    week = weekOf(addDays(week[0] ?? day, 7))
  }
  return weeks
}

/** `2026-06` of `2026-06-08`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** The same date `count` months later, or the last one of a month that is too short for it. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const longest = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + count, Math.min(date, longest)))
  return moved.toISOString().slice(0, 10)
}
