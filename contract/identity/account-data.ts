import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../events.ts'
import { languages } from '../language.ts'
import { Relation } from '../patients/dependent.ts'

const text = z.string()
const instant = z.string()
const cents = z.int()

/** Who of the staff looked at a patient: once for each hour and kind. */
export const Look = z.object({
  at: instant,
  /** A code of the audit. */
  action: text,
  /** Their name, or their address where the account is gone. */
  by: text,
})
export type Look = z.infer<typeof Look>

/** All that is stored about the holder of an account. Money is integer cents; days are ISO. */
export const AccountData = z.object({
  exportedAt: instant,
  account: z.object({
    ...{ id: text, name: text, email: text, verified: z.boolean(), phone: text, role: text },
    ...{ language: z.nullable(z.enum(languages)), createdAt: instant },
    signInBy: z.array(z.enum(['password', 'google'])),
  }),
  emailChanges: z.array(
    z.object({
      ...{ from: text, to: text, requestedAt: instant },
      ...{ confirmedAt: z.nullable(instant), endedAt: z.nullable(instant) },
    }),
  ),
  family: z.array(z.object({ name: text, relation: Relation, createdAt: instant })),
  /** What staff know and have noted of the holder, first, and of each dependent: theirs to read, no matter who wrote it. */
  records: z.array(
    z.object({
      ...{ name: text, relation: z.nullable(Relation), birthDate: z.nullable(text), phone: text },
      ...{ note: text, alert: text },
    }),
  ),
  reminders: z.nullable(
    z.object({ byMail: z.boolean(), bySms: z.boolean(), phone: z.nullable(text) }),
  ),
  appointments: z.array(
    z.object({
      ...{ id: text, treatment: text, day: text, slot: text, priceCents: cents, paidCents: cents },
      ...{ patientName: text, phone: text, relation: z.nullable(Relation), createdAt: instant },
      ...{ cancelledAt: z.nullable(instant), confirmedAt: z.nullable(instant) },
      status: z.enum(['booked', 'no_show', 'arrived', 'seated', 'completed']),
      ...{ arrivedAt: z.nullable(instant), seatedAt: z.nullable(instant) },
      ...{ completedAt: z.nullable(instant), noShowAt: z.nullable(instant) },
      history: z.array(HistoryEntry),
      payments: z.array(
        z.object({
          ...{ transactionId: z.nullable(text), amountCents: cents, currency: text, state: text },
          ...{ cardBrand: z.nullable(text), cardLast4: z.nullable(text) },
          chargedAt: z.nullable(instant),
          refunds: z.array(
            z.object({ amountCents: cents, state: text, requestedAt: instant, reason: text }),
          ),
        }),
      ),
      /** Paid at the desk; with `removedAt` where it was taken back. */
      deskPayments: z.array(
        z.object({
          ...{ transactionId: text, amountCents: cents, method: text, takenAt: instant },
          removedAt: z.nullable(instant),
        }),
      ),
      review: z.nullable(z.object({ stars: z.int(), text, state: text, writtenAt: instant })),
      remindersSent: z.array(z.object({ leadMinutes: z.int(), at: instant })),
    }),
  ),
  waitlist: z.array(
    z.object({
      ...{ treatmentId: text, fromDay: text, untilDay: text, phone: text, state: text },
      createdAt: instant,
      offers: z.array(z.object({ day: text, slot: text, state: text, madeAt: instant })),
    }),
  ),
  messages: z.array(z.object({ subject: text, message: text, createdAt: instant })),
  /** What was sent to them, without its text, which goes once it is sent. */
  notifications: z.array(
    z.object({
      ...{ kind: text, recipient: text, subject: text, createdAt: instant },
      sentAt: z.nullable(instant),
    }),
  ),
  calendarFeeds: z.array(z.object({ kind: text, createdAt: instant })),
  sessions: z.array(
    z.object({
      ...{ browser: z.nullable(text), address: z.nullable(text), since: instant },
      lastSeenAt: instant,
    }),
  ),
  networks: z.array(z.object({ network: text, signedInAt: instant })),
  /** Browsers that are known from a sign-in, without which they are. */
  devices: z.array(z.object({ since: instant, lastUsedAt: instant })),
  passkeys: z.array(z.object({ name: text, createdAt: instant })),
  /** What staff did that names this account or one of its appointments, without who it was. */
  staffActs: z.array(z.object({ at: instant, action: text })),
  looks: z.array(Look),
})
export type AccountData = z.infer<typeof AccountData>

/** All that is stored about one patient, as staff hand it over. */
export const PatientData = z.pick(AccountData, {
  exportedAt: true,
  records: true,
  appointments: true,
  waitlist: true,
  messages: true,
  notifications: true,
  looks: true,
})
export type PatientData = z.infer<typeof PatientData>

/** Apart from the other calls of an account, which many pages load. */
export const accountDataEndpoints = {
  readData: {
    method: 'GET',
    path: '/account/data',
    summary: 'All that is stored about the holder of the account.',
    access: 'signedIn',
    proof: 'either',
    answer: AccountData,
  },
} as const satisfies Record<string, Endpoint>
