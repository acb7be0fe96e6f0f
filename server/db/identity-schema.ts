import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../clock.ts'

/** What proves a person besides their password, and where they did. */
export type FactorTables = {
  authenticatorApps: {
    userId: string
    /** Encrypted with AUTH_SECRET. */
    secret: string
    addedAt: Instant
    /** `null` until a first code has shown that the app has the secret. */
    confirmedAt: Instant | null
    /** The time step, of 30 seconds, of the last code that was accepted. */
    lastStep: Generated<number>
  }
  /** Those that are not used yet. */
  recoveryCodes: { userId: string; hash: string }
  /** better-auth writes them. */
  passkeys: {
    id: string
    name: string | null
    userId: string
    createdAt: ColumnType<Date | string | null, Date | string | null>
  }
  /** Browsers on which an account was signed in to. */
  knownDevices: {
    userId: string
    /** Of the browser's cookie, with the account. */
    hash: string
    since: Instant
    lastUsedAt: Instant
  }
}
