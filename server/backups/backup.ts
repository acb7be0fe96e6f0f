import { fromDate } from '@internationalized/date'
import { addDays, type Day } from '../../contract/date.ts'
import { type Instant, startOf } from '../clock.ts'
import { backOff } from '../worker.ts'

/** What the database knows of the backups made so far; those by hand count too. */
export type PastBackups = {
  lastGood: { startedAt: Instant; endedAt: Instant; file: string; bytes: number } | null
  /** How many have failed since, and when the last of them ended. */
  failures: number
  failedAt: Instant | null
}

const hourMs = 3_600_000
/** A night without one, and half a day in which another try may have gone well. The log, the admins' pages and the doctor warn by it. */
export const longestAgeMs = 36 * hourMs
const retries = { firstMs: 5 * 60_000, longestMs: 6 * hourMs }

/**
 * When the next scheduled backup is due, in epoch milliseconds: at once where the last time of day passed
 * without one, also while the portal was off; later and later where it has failed.
 */
export function nextBackup(
  { lastGood, failures, failedAt }: PastBackups,
  { minute, timeZone, now }: { minute: number; timeZone: string; now: Date },
): number {
  const today = dayOf(now, timeZone)
  const isPast = startOf(today, minute, timeZone) <= now.getTime()
  const last = isPast ? today : addDays(today, -1)
  if (lastGood && Date.parse(lastGood.startedAt) >= startOf(last, minute, timeZone)) {
    return startOf(addDays(last, 1), minute, timeZone)
  }
  return failedAt ? Date.parse(failedAt) + backOff(failures, retries) : now.getTime()
}

/** Which warning is due: `old`, or `none` if there is no backup although one is needed. A demo needs none. */
export function judgeBackups(
  { lastGood }: PastBackups,
  { isNeeded, now }: { isNeeded: boolean; now: Date },
): 'fine' | 'old' | 'none' {
  if (!isNeeded) return 'fine'
  if (!lastGood) return 'none'
  return now.getTime() - Date.parse(lastGood.endedAt) > longestAgeMs ? 'old' : 'fine'
}

function dayOf(now: Date, timeZone: string): Day {
  return fromDate(now, timeZone).toString().slice(0, 'yyyy-mm-dd'.length)
}
