import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Instant } from '../clock.ts'

/** A clinic in the register of an installation with many. */
export type Clinic = {
  id: string
  /** For the operator; patients see CLINIC_NAME, or the name that staff have set. */
  name: string
  /** The host that requests name. */
  host: string
  /** `making`: its tables may be missing. `removing`: some of them may be gone. Neither state is served. */
  state: 'making' | 'open' | 'removing'
  /** Its own settings, sealed (seal-settings.ts). */
  settings: string
  madeAt: Instant
  /** The last migration applied to its tables. */
  migration: string
  /** When its due work must run next: mail to send, offers that end, payments to check. */
  dueAt: Instant
  /** When its last good backup was complete, as its last check found; `null` where there was none. */
  backedUpAt: Instant | null
  /** Rises with every marked change, so that a change during a check is not lost. */
  dueRevision: number
  /** The instant at which each process that may be changing it, by a random name, wants it checked. */
  changing: Record<string, Instant>
}

/** A new id, never reused: files and backups of a removed clinic never become another clinic's. */
export function newClinicId(): string {
  return randomBytes(8).toString('hex')
}

export function schemaOf(id: string): string {
  return `clinic_${id}`
}

/** The clinic's id that a schema's name holds; undefined for other schemas. */
export function idOfSchema(schema: string): string | undefined {
  return /^clinic_([0-9a-f]{16})$/.exec(schema)?.[1]
}

export function isClinicName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name)
}

/** Milliseconds since its last good backup, or since it was created where there was none. */
export function backupAge(
  { backedUpAt, madeAt }: Pick<Clinic, 'backedUpAt' | 'madeAt'>,
  now: Date,
) {
  return now.getTime() - Date.parse(backedUpAt ?? madeAt)
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(\\.${label})*$`)

/**
 * Whether a clinic may have this host. This machine's own names stay with the installation itself, which
 * answers its health and metrics there.
 */
export function isClinicHost(host: string): boolean {
  return host.length <= 253 && hostName.test(host) && isIP(host) === 0 && host !== 'localhost'
}

/** The host of a request's Host header, without its port; undefined for an invalid one. */
export function hostOf(header: string | undefined): string | undefined {
  const host = header?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  return host !== undefined && hostName.test(host) ? host : undefined
}
