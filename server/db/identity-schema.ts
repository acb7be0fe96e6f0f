import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../clock.ts'

/** Factors besides the password, and the devices that used them. */
export type FactorTables = {
  authenticatorApps: {
    userId: string
    /** Encrypted with AUTH_SECRET. */
    secret: string
    addedAt: Instant
    /** `null` until a first code has proved that the app has the secret. */
    confirmedAt: Instant | null
    /** The time step, of 30 seconds, of the last accepted code. */
    lastStep: Generated<number>
  }
  /** The unused ones. */
  recoveryCodes: { userId: string; hash: string }
  /** Written by better-auth. */
  passkeys: {
    id: string
    name: string | null
    userId: string
    /** What its browser calls it. */
    credentialID: string
    createdAt: ColumnType<Date | string | null, Date | string | null>
  }
  /** Browsers in which an account was signed in to. */
  knownDevices: {
    userId: string
    /** A hash of the browser's cookie and the account. */
    hash: string
    since: Instant
    lastUsedAt: Instant
  }
}
