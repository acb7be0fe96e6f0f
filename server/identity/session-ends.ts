import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Config } from '../config.ts'

/** The instants that a session has to be younger than, each as a value or as a parameter. */
export type SessionEnds<Each = Instant> = {
  now: Each
  /** When staff last acted. */
  idleSince: Each
  /** When a session of staff, and of a patient, began. */
  staffSince: Each
  patientsSince: Each
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Of the settings, at an instant. */
export function endsAt({ sessions }: Pick<Config, 'sessions'>, now: Date): SessionEnds {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return {
    now: now.toISOString(),
    idleSince: before(sessions.staffIdleMinutes * minuteMs),
    staffSince: before(sessions.staffHours * hourMs),
    patientsSince: before(sessions.patientDays * 24 * hourMs),
  }
}

export function endParams<Each>(param: (name: keyof SessionEnds) => Each): SessionEnds<Each> {
  return {
    now: param('now'),
    idleSince: param('idleSince'),
    staffSince: param('staffSince'),
    patientsSince: param('patientsSince'),
  }
}

/**
 * Whether the session `s` of the account `u` has not ended. better-auth keeps its instants as timestamps on
 * PostgreSQL, which compare with ISO text, and as that text on SQLite.
 */
export function isAlive({ now, idleSince, staffSince, patientsSince }: SessionEnds<unknown>) {
  return sql<boolean>`("s"."expiresAt" > ${now} and "s"."awaitsFactor" = 0 and case when "u"."role" = 'patient'
    then "s"."createdAt" > ${patientsSince}
    else "s"."createdAt" > ${staffSince} and "s"."activeAt" > ${idleSince} end)`
}
