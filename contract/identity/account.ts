import * as z from 'zod/mini'
import { issue } from '../issues.ts'
import { Email, PersonName } from '../text.ts'
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
  /** The work of the clinic waits until they have chosen another. */
  passwordDue: z.boolean(),
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
