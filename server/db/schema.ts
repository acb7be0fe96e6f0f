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
    /** Until so many minutes before it begins patients move an appointment, or cancel for the whole refund. */
    cutoffMinutes: Generated<number>
    refundRule: Generated<'before_cutoff' | 'always' | 'never'>
    /** Minutes before an appointment at which its patient is reminded, as `10080,2880,120`. */
    reminderMinutes: Generated<string>
    /** How many minutes an earlier slot is held for the person it is offered to. */
    offerMinutes: Generated<number>
    /** So many minutes after the beginning a patient who is not there is late. */
    lateMinutes: Generated<number>
    /** Unpaid appointments to come that an account holds before its e-mail is confirmed. */
    unprovedAppointments: Generated<number>
    /** How long after its booking such an appointment is let go. */
    unprovedHours: Generated<number>
    /** Unpaid appointments to come that any other account holds. */
    unpaidAppointments: Generated<number>
    bookingsPerHour: Generated<number>
    /** Requests on the waitlist, and offers of it that are open, of one account at a time. */
    waitRequests: Generated<number>
    openOffers: Generated<number>
    /** Each rises with every change of its part: profile, policy, business hours with closed days. */
    profileRevision: Generated<number>
    policyRevision: Generated<number>
    hoursRevision: Generated<number>
  }
  /** Backups that were begun; at most one of them has no end. */
  backups: {
    id: string
    startedAt: Instant
    /** Without an end by then its process is gone. */
    heldUntil: Instant
    endedAt: Instant | null
    /** Where it is, without secrets, and its size: of one that is whole. */
    file: string | null
    bytes: number | null
    failure: string | null
  }
  closedWeekdays: { /** 0 for Sunday to 6 for Saturday. */ weekday: number }
  closures: { day: Day; reason: string }
  /** What the team should know on a day. */
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
    /** For which doctor and chair are kept after an appointment. */
    bufferMinutes: Generated<number>
    /** Both or neither: its slots are this long and begin every so many minutes of its doctors' hours. */
    lengthMinutes: Generated<number | null>
    startEvery: Generated<number | null>
    /** From this day on its doctors decide what is free; `null` for never, '' for always. */
    doctorsFrom: Generated<Day | '' | null>
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
    /** The patient's e-mail, lower case; `guest:…` for somebody without one, booked by staff. */
    patient: string
    patientName: string
    phone: string
    createdAt: Instant
    cancelledAt: Instant | null
    /** What was paid and neither went back nor was promised back; the price less this is due. */
    paidCents: Generated<number>
    /** How much of that was paid at the desk. */
    deskCents: Generated<number>
    /** Of the payment at the desk, else of the newest that is kept. */
    paidAt: Instant | null
    transactionId: string | null
    /** Rises with every change. */
    revision: Generated<number>
    /** The revision that gave it the time and treatment it has. */
    timeRevision: Generated<number>
    /** How the visit stands; the instants say since when, where that was noted. */
    status: Generated<'booked' | 'no_show' | 'arrived' | 'seated' | 'completed'>
    arrivedAt: Generated<Instant | null>
    seatedAt: Generated<Instant | null>
    completedAt: Generated<Instant | null>
    noShowAt: Generated<Instant | null>
    /** When its patient said that they will be there, at the time it has now. */
    confirmedAt: Generated<Instant | null>
    /** Its slot was none of the treatment's when staff booked it. */
    outside: Generated<0 | 1>
    /** The account that booked it; `null` where staff did. */
    bookedBy: string | null
    /** That account's id while its e-mail is unconfirmed; '' for everybody else. */
    unproved: Generated<string>
    /** The clinic's day on which it was booked; '' where that was before migration 0012. */
    bookedOn: Generated<Day>
    /** Who is treated: a row of `patients`. */
    patientId: string
    /** Of a dependent to the account's holder, and the holder's name, as they were when it was made. */
    relation: Generated<Relation | null>
    bookerName: Generated<string | null>
    /** How it was paid at the desk. */
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
    /** One of ours by its name, another by its address: `images/photo.ts`. */
    photo: string
    createdAt: Instant
    /** Somebody with appointments is kept, without an e-mail. */
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
  /** Until when entries of the audit went, and why. */
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
    /** An iCalendar object that the mail carries. */
    calendar: string | null
    /** What it is about; mails about one appointment go out in their order. */
    appointmentId: string | null
    /** The mail is only true while that appointment has the time below, or is cancelled. */
    onlyWhile: 'standing' | 'cancelled' | null
    timeRevision: number | null
    appointmentDay: Day | null
    appointmentSlot: string | null
    /** The account that booked what it is about, '' for staff; `null` for any other mail. */
    bookedBy: string | null
    /** 0 for what an account waits for, 2 for what goes to many at once. */
    urgency: Generated<number>
    /** When it began to count against the hour of its recipient. */
    takenAt: Instant | null
    channel: Generated<'mail' | 'sms'>
    /** The mail is only true while this offer is open. */
    offerId: string | null
    /** From this instant on it says nothing that is of use. */
    trueUntil: Instant | null
    /** Where its reader ends such notices, of those that can be ended. */
    unsubscribe: string | null
  }
  /** Reminders that were sent, or that nobody wanted, once for each time an appointment has. */
  reminders: {
    appointmentId: string
    day: Day
    slot: string
    leadMinutes: number
    decidedAt: Instant
  }
  /** How somebody wants to be reminded; without a row by mail alone. */
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
  /** Appointments on closed days whose patients are to be told. */
  closureMailsDue: { patient: string; appointmentId: string; reason: string | null }
  /** Whose patients were asked to choose another time, once for each time an appointment has. */
  closureAsks: { appointmentId: string; timeRevision: number; askedAt: Instant }
  calendarFeeds: {
    /** Of the token in the feed's address. */
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
    /** Lower case; of a claim one that does not exist. */
    email: string
    /** The address that this account was signed up with, lower case, where another account has it. */
    claims: Generated<string | null>
    emailVerified: LibraryBoolean
    image: string | null
    role: Role
    /** In which they are written to; `null` until known. */
    language: Generated<Language | null>
    /** Staff have lifted the limits of the policy for this account. */
    unbounded: Generated<0 | 1>
    /** As they typed it, for the booking form; '' for none. */
    phone: Generated<string>
    /** The work of the clinic waits until they have chosen another password. */
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
    /** When its person last did something; '' for never. */
    activeAt: Generated<Instant | ''>
    /** When its person last proved who they are; '' for never. */
    provedAt: Generated<Instant | ''>
    /** Its password was right, and a second step is still to come. */
    awaitsFactor: Generated<0 | 1>
    createdAt: LibraryInstant
    updatedAt: LibraryInstant
  }
  /** Who was asked to join the staff; open until accepted, withdrawn or over. */
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
  /** Links in confirmation mails that hold; they end with their account or once they are used. */
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
    /** Of the token that the new address gets. */
    confirmHash: string
    confirmUntil: Instant
    /** Of the token that the former address gets, if that was confirmed. */
    stopHash: string | null
    /** Until then the former address may take it back. */
    stopUntil: Instant
    requestedAt: Instant
    confirmedAt: Generated<Instant | null>
    /** It came to nothing, or was taken back. */
    endedAt: Generated<Instant | null>
  }
  /** Attempts to sign in to an account, known or not, since the last that worked. */
  signInFailures: {
    /** A hash of its e-mail: whatever somebody typed there. */
    account: string
    failures: number
    /** Until then no further attempt counts. */
    openAt: Instant
    triedAt: Instant
  }
  /** From where somebody has signed in. */
  signInNetworks: { userId: string; network: string; signedInAt: Instant }
  /** How many of a limit there were in the window that ends then, by who is counted. */
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
