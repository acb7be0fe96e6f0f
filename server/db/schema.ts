import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { PaymentTables } from './payment-schema.ts'

/** An instant in UTC as `2026-11-21T09:24:00.000Z`: sorts as text, the same on both engines. */
export type Instant = string

/** better-auth keeps its own instants: timestamps on PostgreSQL, ISO text on SQLite. */
type LibraryInstant = ColumnType<Date | string, Date | string>
type LibraryBoolean = ColumnType<boolean | number, boolean | number>

export type Tables = {
  clinic: {
    id: number
    name: string
    address: string
    phone: string
    /** How many days ahead of today can be booked. */
    horizonDays: number
  }
  closedWeekdays: { /** 0 for Sunday to 6 for Saturday. */ weekday: number }
  closures: { day: Day; reason: string }
  treatments: {
    id: string
    name: string
    priceCents: number
    position: number
    archivedAt: Instant | null
  }
  treatmentSlots: {
    treatmentId: string
    slot: string
    /** Minutes since midnight on the clinic's clock. */
    startMinute: number
    endMinute: number
  }
  appointments: {
    id: string
    treatmentId: string
    /** Name and price as they were when the appointment was made. */
    treatment: string
    priceCents: number
    day: Day
    slot: string
    startMinute: number
    endMinute: number
    /** The patient's e-mail, lower case. */
    patient: string
    patientName: string
    phone: string
    createdAt: Instant
    cancelledAt: Instant | null
    paidAt: Instant | null
    transactionId: string | null
  }
  accessTokens: { hash: string; sessionId: string; expiresAt: Instant }
  outbox: {
    id: string
    kind: string
    recipient: string
    replyTo: string | null
    subject: string
    text: string
    html: string
    createdAt: Instant
    dueAt: Instant
    attempts: Generated<number>
    claimedUntil: Instant | null
    sentAt: Instant | null
    failedAt: Instant | null
    lastError: string | null
  }
  contactMessages: {
    id: string
    email: string
    subject: string
    message: string
    createdAt: Instant
  }
  users: {
    id: string
    name: string
    email: string
    emailVerified: LibraryBoolean
    image: string | null
    role: 'patient' | 'admin'
    createdAt: LibraryInstant
    updatedAt: LibraryInstant
  }
  sessions: {
    id: string
    token: string
    userId: string
    expiresAt: LibraryInstant
    ipAddress: string | null
    userAgent: string | null
    createdAt: LibraryInstant
    updatedAt: LibraryInstant
  }
  accounts: { id: string; accountId: string; providerId: string; userId: string }
} & PaymentTables
