import type { Availability } from './appointments/availability.ts'
import type { Changes } from './appointments/live-updates.ts'
import type { NoteRefusal } from './audit/note-refusal.ts'
import type { WriteEntry } from './audit/write-entry.ts'
import type { ClinicTime, Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { MoveWatch } from './copies/freeze.ts'
import type { Database } from './db/database.ts'
import type { Limits } from './http/count-limits.ts'
import type { Log } from './http/log.ts'
import type { Metrics } from './http/metrics.ts'
import type { Pages } from './http/pages.ts'
import type { Repeats } from './http/repeat-answers.ts'
import type { Auth, CallerFinder } from './identity/caller.ts'
import type { Passwords } from './identity/passwords/hash-passwords.ts'
import type { ProofGate } from './identity/proof-gate.ts'
import type { SessionCookies } from './identity/session-cookie.ts'
import type { Payments } from './payments/choose-provider.ts'
import type { Secrets } from './secrets.ts'

/** What the app is made of: its caller decides engine, time and outside systems. */
export type Parts = {
  config: Config & Secrets
  database: Database
  clock: Clock
  log: Log
  /** Tells the outbox that mail is waiting. */
  outbox: { wake(): void }
  /** Makes, beside the calls, a backup whose turn was taken. */
  backups: { make(id: string): void }
  /** Shared with the outbox, which counts its mails there. */
  metrics?: Metrics | undefined
  /** Without it argon2id, which takes tens of milliseconds on purpose; tests bring another. */
  passwords?: Passwords | undefined
  /** Who collects the money; absent where patients pay at the clinic. */
  payments?: Payments | undefined
  /** Absent where only the calls are wanted. */
  pages?: Pages | undefined
}

/** What routes get: the parts, and what is made of them once. */
export type Deps = Parts & {
  clinicTime: () => ClinicTime
  metrics: Metrics
  availability: Availability
  changes: Changes
  limits: Limits
  audit: WriteEntry
  noteRefusal: NoteRefusal
  auth: Auth
  passwords: Passwords
  callers: CallerFinder
  cookies: SessionCookies
  proofs: ProofGate
  moves: MoveWatch
  repeats: Repeats
}

/** What operations on appointments work with. */
export type BookingParts = Pick<
  Deps,
  'config' | 'database' | 'clock' | 'clinicTime' | 'changes' | 'outbox' | 'log' | 'payments'
>
