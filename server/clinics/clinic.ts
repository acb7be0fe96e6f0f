import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Instant } from '../clock.ts'

/** A clinic of an installation that has many, as the register has it. */
export type Clinic = {
  id: string
  /** For the operator; patients see CLINIC_NAME, or what staff have made of it. */
  name: string
  /** By which requests find it. */
  host: string
  /** `making`: its tables may be missing. `removing`: some of them may be gone. Neither is served. */
  state: 'making' | 'open' | 'removing'
  /** Its own settings, sealed (seal-settings.ts). */
  settings: string
  madeAt: Instant
  /** The last migration that its tables have had. */
  migration: string
  /** When somebody has to look after it: mail to send, offers that end, payments to ask about. */
  dueAt: Instant
  /** When its last good backup was whole, as its last look found; `null` where there was none. */
  backedUpAt: Instant | null
  /** Rises with every mark of a change, so that one that comes during a look is not lost. */
  dueRevision: number
}

/** A new id, never used again: files and backups of a clinic that was removed are nobody else's. */
export function newClinicId(): string {
  return randomBytes(8).toString('hex')
}

export function schemaOf(id: string): string {
  return `clinic_${id}`
}

/** Whose schema that is; undefined for one that is no clinic's. */
export function idOfSchema(schema: string): string | undefined {
  return /^clinic_([0-9a-f]{16})$/.exec(schema)?.[1]
}

export function isClinicName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name)
}

/** Milliseconds since its last good backup, or since it was made where there was none. */
export function backupAge(
  { backedUpAt, madeAt }: Pick<Clinic, 'backedUpAt' | 'madeAt'>,
  now: Date,
) {
  return now.getTime() - Date.parse(backedUpAt ?? madeAt)
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(\\.${label})*$`)

/**
 * A name that requests may come to. This machine's own names stay those of the installation itself: its health
 * and its metrics are asked for there.
 */
export function isClinicHost(host: string): boolean {
  return host.length <= 253 && hostName.test(host) && isIP(host) === 0 && host !== 'localhost'
}

/** The host of a request's Host header, without its port; undefined for what is none. */
export function hostOf(header: string | undefined): string | undefined {
  const host = header?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  return host !== undefined && hostName.test(host) ? host : undefined
}
