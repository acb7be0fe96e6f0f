import * as z from 'zod/mini'
import { Email } from '../email.ts'
import { HistoryEntry } from '../events.ts'
import { issue } from '../issues.ts'
import { languages } from '../language.ts'
import { Relation } from '../patients/dependent.ts'
import { PersonName } from '../text.ts'
import { LoginForm, SignupForm } from './identity.ts'

/** A phone number as somebody types it, for the clinic to call. */
const TypedPhone = z.string().check(z.trim(), z.maxLength(200))

/** The account that is signed in, as its holder sees it. Instants are UTC, ISO text. */
export const Account = z.object({
  name: z.string(),
  email: z.string(),
  /** They have proved that the e-mail is theirs. */
  verified: z.boolean(),
  /** When the mail that asks for that proof was last sent; `null` where none is open. */
  confirmationSentAt: z.nullable(z.string()),
  phone: z.string(),
  /** Otherwise they sign in by Google alone. */
  hasPassword: z.boolean(),
  /** The address that counts once its link was followed. */
  emailChange: z.nullable(z.object({ email: z.string(), until: z.string() })),
})
export type Account = z.infer<typeof Account>

export const AccountDetails = z.object({ name: PersonName, phone: TypedPhone })

/** With the present password, where the account has one. */
const present = LoginForm.shape.password
export const PasswordChange = z.object({
  password: present,
  newPassword: SignupForm.shape.password,
})
export const EmailChange = z.object({ email: Email, password: z.optional(present) })

export const AccountSession = z.object({
  _id: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** `null` where the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network address at which it began. */
  address: z.nullable(z.string()),
  /** It began in the network from which is asked. */
  isSameNetwork: z.boolean(),
  since: z.string(),
  lastSeenAt: z.string(),
})
export type AccountSession = z.infer<typeof AccountSession>

/** An appointment that goes with the account, and what its cancelling brings back, in dollars. */
const EndingAppointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  patientName: z.string(),
  paid: z.number(),
  /** To the card. */
  refund: z.number(),
  /** To be had at the clinic's desk. */
  atDesk: z.number(),
})
export type EndingAppointment = z.infer<typeof EndingAppointment>

/** What ends with an account. */
export const Deletion = z.object({
  appointments: z.array(EndingAppointment),
  /** Of all of them together. */
  refund: z.number(),
  hasPassword: z.boolean(),
})
export type Deletion = z.infer<typeof Deletion>

/**
 * The proof is the password, or without one the address, typed. `appointments` and `refund` are what
 * was shown: where it is something else now, nothing is deleted.
 */
export const DeletionRequest = z.object({
  password: z.optional(z.string().check(z.maxLength(1000))),
  email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(300))),
  appointments: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
  refund: z.number().check(z.nonnegative()),
})
/** The forms that ask for the proof. */
export const ProofByPassword = z.object({ password: present })
export const proofByEmail = (own: string) =>
  z.object({
    email: Email.check(z.refine((email) => email === own, issue('email_not_own'))),
  })

const text = z.string()
const instant = z.string()
const cents = z.int()

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
  reminders: z.nullable(
    z.object({ byMail: z.boolean(), bySms: z.boolean(), phone: z.nullable(text) }),
  ),
  appointments: z.array(
    z.object({
      ...{ id: text, treatment: text, day: text, slot: text, priceCents: cents, paidCents: cents },
      ...{ patientName: text, phone: text, relation: z.nullable(Relation), createdAt: instant },
      ...{ cancelledAt: z.nullable(instant), confirmedAt: z.nullable(instant) },
      status: z.nullable(z.enum(['arrived', 'done', 'no_show'])),
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
  /** What staff did that names this account or one of its appointments, without who it was. */
  staffActs: z.array(z.object({ at: instant, action: text })),
})
export type AccountData = z.infer<typeof AccountData>
