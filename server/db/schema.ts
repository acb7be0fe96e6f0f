import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { Role } from '../../contract/roles.ts'
import type { Instant } from '../clock.ts'
import type { ByPair, DoctorTables, PlanChangeTables } from './doctor-schema.ts'
import type { FactorTables } from './identity-schema.ts'
import type { PatientTables } from './patient-schema.ts'
import type { PaymentTables } from './payment-schema.ts'
import type { WaitlistTables } from './waitlist-schema.ts'

/** The format of better-auth's own instants: timestamps on PostgreSQL, ISO text on SQLite. */
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
    /** A slot can be booked until this many minutes before it begins. */
    leadMinutes: Generated<number>
    openingHours: Generated<string>
    /** Markdown. */
    about: Generated<string>
    /** Markdown. */
    contact: Generated<string>
    /** Markdown; '' for the portal's own text. */
    privacy: Generated<string>
    /** 0: mails, texts and calendars say 'appointment' instead. */
    namesTreatments: Generated<0 | 1>
    /** Until this many minutes before it begins a patient may move an appointment, or cancel it for a full refund. */
    cutoffMinutes: Generated<number>
    refundRule: Generated<'before_cutoff' | 'always' | 'never'>
    /** Minutes before an appointment at which its patient is reminded, as `10080,2880,120`. */
    reminderMinutes: Generated<string>
    /** How many minutes an earlier slot is held for an offer. */
    offerMinutes: Generated<number>
    /** This many minutes after the beginning an absent patient is late. */
    lateMinutes: Generated<number>
    /** The most future unpaid appointments of an account with an unconfirmed e-mail. */
    unprovedAppointments: Generated<number>
    /** How many hours after its booking such an appointment is released. */
    unprovedHours: Generated<number>
    /** The most future unpaid appointments of any other account. */
    unpaidAppointments: Generated<number>
    bookingsPerHour: Generated<number>
    /** The most requests on the waitlist, and the most open offers, of one account at a time. */
    waitRequests: Generated<number>
    openOffers: Generated<number>
    /** Each rises with every change of its part: profile, policy, business hours with closed days. */
    profileRevision: Generated<number>
    policyRevision: Generated<number>
    hoursRevision: Generated<number>
  }
  /** Started backups; at most one of them has no end. */
  backups: {
    id: string
    startedAt: Instant
    /** A backup without an end by then has lost its process. */
    heldUntil: Instant
    endedAt: Instant | null
    /** Its location, without secrets, and its size; only of a complete backup. */
    file: string | null
    bytes: number | null
    failure: string | null
  }
  closedWeekdays: { /** 0 for Sunday to 6 for Saturday. */ weekday: number }
  closures: { day: Day; reason: string }
  /** The team's note for a day. */
  dayNotes: { day: Day; text: string; revision: number }
  treatments: {
    id: string
    name: string
    description: Generated<string>
    priceCents: number
    position: number
    archivedAt: Instant | null
    /** Rises with every change of name, price or slots. */
    revision: Generated<number>
    /** For which doctor and chair stay blocked after an appointment. */
    bufferMinutes: Generated<number>
    /** Set together or not at all: minutes per slot, and minutes between starts within its doctors' hours. */
    lengthMinutes: Generated<number | null>
    startEvery: Generated<number | null>
    /** From this day on its doctors decide what is free; `null` for never, '' for always. */
    doctorsFrom: Generated<Day | '' | null>
  }
  treatmentSlots: {
    treatmentId: string
    slot: string
    /** Minutes since midnight in the clinic's time. */
    startMinute: number
    endMinute: number
  }
  appointments: {
    id: string
    treatmentId: string
    /** Name and price at the time of booking. */
    treatment: string
    priceCents: number
    day: Day
    slot: string
    startMinute: number
    endMinute: number
    /** The patient's e-mail, lower case; `guest:…` for one without e-mail, booked by staff. */
    patient: string
    patientName: string
    phone: string
    createdAt: Instant
    cancelledAt: Instant | null
    /** What was paid and not refunded or to be refunded; the price less this is due. */
    paidCents: Generated<number>
    /** How much of that was paid at the desk: the sum of its `deskPayments`. */
    deskCents: Generated<number>
    /** Of the newest payment at the desk, else of the newest payment by card that was not refunded. */
    paidAt: Instant | null
    transactionId: string | null
    /** Rises with every change. */
    revision: Generated<number>
    /** The revision at which the current time and treatment were set. */
    timeRevision: Generated<number>
    /** The state of the visit; the instants say since when, where that was recorded. */
    status: Generated<'booked' | 'no_show' | 'arrived' | 'seated' | 'completed'>
    arrivedAt: Generated<Instant | null>
    seatedAt: Generated<Instant | null>
    completedAt: Generated<Instant | null>
    noShowAt: Generated<Instant | null>
    /** When its patient confirmed that they will come, at the current time. */
    confirmedAt: Generated<Instant | null>
    /** Its time is none of the treatment's slots: staff booked it so, or the slots were changed. */
    outside: Generated<0 | 1>
    /** The account that booked it; `null` where staff did. */
    bookedBy: string | null
    /** That account's id while its e-mail is unconfirmed; '' otherwise. */
    unproved: Generated<string>
    /** The clinic's day on which it was booked; '' if that was before migration 0012. */
    bookedOn: Generated<Day>
    /** The patient: a row of `patients`. */
    patientId: string
    /** Of a dependent to the account's holder, and the holder's name, as they were when it was made. */
    relation: Generated<Relation | null>
    bookerName: Generated<string | null>
    /** How it was paid at the desk, of the newest payment there. */
    paidBy: 'cash' | 'card' | 'other' | null
    /** From `search-keys.ts`. */
    nameKey: Generated<string>
    phoneKey: Generated<string>
    /** Of the doctor, as it is now while the appointment lives. */
    doctorName: Generated<string | null>
  } & ByPair
  /** Who has or had an appointment, once each: written by triggers of migration 0023. */
  searchPeople: {
    id: Generated<number>
    patient: string
    nameKey: string
    phoneKey: string
    /** As they were typed. */
    name: string
    phone: string
    /** The name and the e-mail as `foldText` makes them; '' is a guest's e-mail. */
    plain: Generated<string>
    mail: Generated<string>
  }
  /** Every end of the name, the phone's digits and the e-mail, 40 characters of each. */
  searchPeopleParts: { part: string; person: number }
  searchUserParts: { part: string; user: string }
  doctors: {
    id: string
    name: string
    /** Lower case. */
    email: string
    specialty: string
    /** Our own photo by its name, any other by its address: `images/photo.ts`. */
    photo: string
    createdAt: Instant
    /** A doctor with appointments stays as a row, without an e-mail. */
    removedAt: Generated<Instant | null>
    /** Rises with every change of their schedule. */
    revision: Generated<number>
  }
  reviews: {
    id: string
    appointmentId: string
    /** 1 to 5. */
    stars: number
    text: string
    state: Generated<'waiting' | 'published' | 'rejected'>
    /** Rises with every change. */
    revision: Generated<number>
    createdAt: Instant
    /** When its patient last wrote it. */
    writtenAt: Instant
  }
  images: { name: string; bytes: Uint8Array; createdAt: Instant }
  auditEntries: {
    id: string
    at: Instant
    actor: string
    /** A code of `contract/audit.ts`. */
    action: string
    subject: string
    /** The fields of the act as JSON, by `contract/audit.ts`; `null` in it where there are none. */
    data: string
    address: string
    /** Of the answer; `null` until there is one. */
    status: number | null
  }
  /** Until when entries of the audit were removed, and why. */
  auditRemovals: { id: string; before: Instant; removedAt: Instant; reason: string }
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
    calendarMethod: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
    /** An iCalendar object in the mail. */
    calendar: string | null
    /** The appointment it is about; mails about one appointment are sent in order. */
    appointmentId: string | null
    /** The mail is only valid while that appointment has the time below, or is cancelled. */
    onlyWhile: 'standing' | 'cancelled' | null
    timeRevision: number | null
    appointmentDay: Day | null
    appointmentSlot: string | null
    /** The account that made the booking, '' for staff; `null` for any other mail. */
    bookedBy: string | null
    /** 0 for mail that an account waits for, 2 for bulk mail. */
    urgency: Generated<number>
    /** When it began to count against its recipient's hour. */
    takenAt: Instant | null
    channel: Generated<'mail' | 'sms'>
    /** The mail is only valid while this offer is open. */
    offerId: string | null
    /** From this instant on the mail is of no use. */
    trueUntil: Instant | null
    /** The unsubscribe address, for mails that can be ended. */
    unsubscribe: string | null
  }
  /** Reminders that were sent or skipped, once for each time of an appointment. */
  reminders: {
    appointmentId: string
    day: Day
    slot: string
    leadMinutes: number
    decidedAt: Instant
  }
  /** The channels of a person's reminders; without a row, by mail only. */
  noticeSettings: {
    /** Lower case. */
    email: string
    byMail: 0 | 1
    bySms: 0 | 1
    /** As `+17185550100`. */
    phone: string | null
    changedAt: Instant
  }
  /** Bookings whose patients have not been sent a confirmation; filled by a trigger. */
  confirmationsDue: { appointmentId: string }
  /** Appointments on closed days whose patients must be notified. */
  closureMailsDue: { patient: string; appointmentId: string; reason: string | null }
  /** Whose patients were asked to choose another time, once for each time; empty where only on screen. */
  closureAsks: { appointmentId: string; timeRevision: number; askedAt: Instant | '' }
  calendarFeeds: {
    /** A hash of the token in the feed's address. */
    hash: string
    userId: string
    kind: 'own' | 'clinic'
    createdAt: Instant
  }
  contactMessages: {
    id: string
    email: string
    subject: string
    message: string
    createdAt: Instant
    state: Generated<'new' | 'read' | 'answered' | 'spam'>
  }
  users: {
    id: string
    name: string
    /** Lower case; for a claim an address that does not exist. */
    email: string
    /** The address with which this account was signed up, lower case, if another account has it. */
    claims: Generated<string | null>
    emailVerified: LibraryBoolean
    image: string | null
    role: Role
    /** The language of mails to them; `null` until known. */
    language: Generated<Language | null>
    /** Staff have lifted the policy's limits for this account. */
    unbounded: Generated<0 | 1>
    /** As typed, for the booking form; '' for none. */
    phone: Generated<string>
    /** Staff screens are blocked until the account has chosen another password. */
    passwordDue: Generated<0 | 1>
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
    /** When it last got a bearer token. */
    lastSeenAt: Generated<Instant | null>
    /** When its user was last active; '' for never. */
    activeAt: Generated<Instant | ''>
    /** When its user last authenticated again; '' for never. */
    provedAt: Generated<Instant | ''>
    /** Its password was right, and a second step is still required. */
    awaitsFactor: Generated<0 | 1>
    createdAt: LibraryInstant
    updatedAt: LibraryInstant
  }
  /** Invitations to the staff; open until accepted, withdrawn or expired. */
  staffInvitations: {
    id: string
    /** Lower case. */
    email: string
    role: Exclude<Role, 'patient'>
    /** E-mail of the admin. */
    invitedBy: string
    createdAt: Instant
    expiresAt: Instant
    acceptedAt: Generated<Instant | null>
    withdrawnAt: Generated<Instant | null>
  }
  /** Valid links in confirmation mails; they end with their account or on use. */
  emailConfirmations: {
    /** Of the link's token. */ hash: string
    userId: string
    expiresAt: Instant
  }
  /** Changes of an account's address: open, confirmed, or ended. */
  emailChanges: {
    id: string
    userId: string
    /** Lower case. */
    fromEmail: string
    toEmail: string
    /** A hash of the token sent to the new address. */
    confirmHash: string
    confirmUntil: Instant
    /** A hash of the token sent to the former address, if that was confirmed. */
    stopHash: string | null
    /** Until then the former address may revert the change. */
    stopUntil: Instant
    requestedAt: Instant
    confirmedAt: Generated<Instant | null>
    /** When it failed, expired or was reverted. */
    endedAt: Generated<Instant | null>
  }
  /** Failed attempts to sign in to an account, existing or not, since the last success. */
  signInFailures: {
    /** A hash of the typed e-mail, even if it has no account; `account <id>` for the limit of one account. */
    account: string
    failures: number
    /** Until then further attempts are refused. */
    openAt: Instant
    triedAt: Instant
  }
  /** The networks from which an account has signed in. */
  signInNetworks: { userId: string; network: string; signedInAt: Instant }
  /** The count of a limit in the window that ends at `endsAt`, by key. */
  limitCounts: { name: string; key: string; count: number; endsAt: Instant }
  accounts: {
    id: string
    accountId: string
    providerId: string
    userId: string
    /** A hash. */
    password: string | null
    createdAt: LibraryInstant
    updatedAt: LibraryInstant
  }
} & DoctorTables &
  FactorTables &
  PlanChangeTables &
  PatientTables &
  PaymentTables &
  WaitlistTables
