import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { languages } from '../language.ts'
import { Email, PersonName } from '../text.ts'
import { LoginForm, SignupForm } from './identity.ts'

/** A phone number as typed, for the clinic to call. */
const TypedPhone = z.string().check(z.trim(), z.maxLength(200))

/** The account that is signed in, as its holder sees it. Instants are UTC, ISO text. */
export const Account = z.object({
  name: z.string(),
  email: z.string(),
  /** The account has proved that it owns the e-mail address. */
  verified: z.boolean(),
  /** When the mail that asks for that proof was last sent; `null` where none is open. */
  confirmationSentAt: z.nullable(z.string()),
  phone: z.string(),
  /** Of the mails to the account. */
  language: z.enum(languages),
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
  /** Of it: paid in test mode, before the clinic took real money, so that nobody has it. */
  paidInTest: z.number(),
  /** To the card, with what was paid in test mode. */
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
const DeletionRequest = z.object({
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

const ByToken = z.object({ token: z.string().check(z.maxLength(100)) })
const own = { access: 'signedIn', proof: 'either' } as const

/** What the holder of an account does with it. */
export const accountEndpoints = {
  readAccount: {
    ...own,
    method: 'GET',
    path: '/account',
    summary: 'The account that is signed in.',
    answer: Account,
  },
  changeAccount: {
    ...own,
    method: 'PUT',
    path: '/account',
    summary: 'Change the name and the phone of the account.',
    body: AccountDetails,
    answer: Account,
  },
  sendConfirmation: {
    ...own,
    method: 'POST',
    path: '/account/confirmation',
    summary: 'Mail the link again that proves the address of the account; a few times an hour.',
    answer: Account,
  },
  changePassword: {
    ...own,
    method: 'PUT',
    path: '/account/password',
    summary: 'Change the password with the present one; every other session ends.',
    body: PasswordChange,
    answer: Done,
  },
  startEmailChange: {
    ...own,
    method: 'POST',
    path: '/account/email',
    summary:
      'Mail a link to another address, which counts once the link was followed. Answered alike where it has an account.',
    body: EmailChange,
    answer: Account,
  },
  confirmEmailChange: {
    ...own,
    method: 'PUT',
    path: '/account/email',
    summary: 'The link of that mail: from now on the address is the account’s.',
    body: ByToken,
    answer: Account,
  },
  dropEmailChange: {
    ...own,
    method: 'DELETE',
    path: '/account/email',
    summary: 'Keep the present address after all.',
    answer: Account,
  },
  stopEmailChange: {
    method: 'POST',
    path: '/account/email/stop',
    summary:
      'The link of the mail to the former address: it stays, or comes back, and every session ends.',
    access: 'anyone',
    body: ByToken,
    answer: Done,
  },
  notePresence: {
    ...own,
    method: 'POST',
    path: '/account/presence',
    summary:
      'Somebody sits at the page: the time after which an idle session of staff ends begins again.',
    answer: Done,
  },
  listSessions: {
    ...own,
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where the account is signed in; the one that asks first.',
    answer: z.array(AccountSession),
  },
  endSessions: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'Sign out everywhere, here too.',
    answer: Done,
  },
  endSession: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: 'End one of the account’s sessions, with its tokens.',
    params: ById,
    answer: Done,
  },
  readDeletion: {
    ...own,
    method: 'GET',
    path: '/account/deletion',
    summary: 'What ends with the account, and what money comes back.',
    answer: Deletion,
  },
  deleteAccount: {
    ...own,
    method: 'POST',
    path: '/account/deletion',
    summary: 'Delete the account, cancel what it has booked, and remove the person from the rest.',
    body: DeletionRequest,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

const token = z.string().check(z.maxLength(100))
const password = z.string().check(z.maxLength(1000))
const post = { method: 'POST', access: 'anyone' } as const

/**
 * What the link in a confirmation mail is good for, once. It proves the mailbox, not who signed up:
 * that is proved by their session or password, or the account gets a new one, or it ends. The link of a
 * second sign-up with an address joins it to the account, by the session or password of either.
 */
export const confirmationEndpoints = {
  confirmEmail: {
    method: 'PUT',
    path: '/email-confirmation',
    summary: 'Confirm the address of the account that is signed in.',
    access: 'signedIn',
    proof: 'session',
    body: z.object({ token }),
    answer: Done,
  },
  confirmByPassword: {
    ...post,
    path: '/email-confirmation',
    summary: "Confirm the address of the link's account with its password.",
    body: z.object({ token, password }),
    answer: Done,
  },
  confirmWithNewPassword: {
    ...post,
    path: '/email-confirmation/password',
    summary: "Confirm the address with a new password, which ends the account's sessions.",
    body: z.object({
      token,
      newPassword: password.check(z.minLength(6, issue('signup_password_short'))),
    }),
    answer: Done,
  },
  denyAccount: {
    ...post,
    path: '/email-confirmation/denial',
    summary: 'Remove an account that somebody else made with this address.',
    body: z.object({ token }),
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
