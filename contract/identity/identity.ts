import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { type IssueCode, issue } from '../issues.ts'
import { Email, PersonName } from '../text.ts'

const password = (required: IssueCode, short: IssueCode) =>
  z.string().check(
    z.refine((value) => value !== '', { error: required, abort: true }),
    z.minLength(6, short),
    z.maxLength(128, issue('password_long')),
  )

const NewPassword = password('signup_password_required', 'signup_password_short')

/** The forms of specification section 5. */
export const LoginForm = z.object({
  email: Email,
  password: password('login_password_required', 'login_password_short'),
})
export const SignupForm = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
})
/** Of an account that a link names. */
export const PasswordForm = z.object({ password: LoginForm.shape.password })
export const ResetRequestForm = z.object({ email: Email })
export const NewPasswordForm = z.object({ password: NewPassword })

/** What our screens need of better-auth's answers, which hold more. */
const User = z.object({ email: z.string(), name: z.string(), emailVerified: z.boolean() })
const Status = z.object({ status: z.boolean() })
export const SignedIn = z.object({ user: User })

/** The second step that a sign-in by password waits for; until then the account is not signed in. */
const SecondStep = z.object({ code: z.boolean(), passkey: z.boolean() })
export type SecondStep = z.infer<typeof SecondStep>
const SessionUser = z.extend(User, { id: z.string() })
const SessionSeen = z.object({ user: z.optional(SessionUser), secondStep: z.optional(SecondStep) })

const post = { method: 'POST', access: 'anyone' } as const

/** The calls to better-auth that our screens make; it answers them itself, under /api/auth. */
export const identityCalls = {
  readSession: {
    method: 'GET',
    path: '/api/auth/get-session',
    summary: 'Who is signed in; null for nobody.',
    access: 'anyone',
    answer: z.nullable(SessionSeen),
  },
  signIn: {
    ...post,
    path: '/api/auth/sign-in/email',
    summary: 'Start a session with e-mail and password.',
    body: z.object({ email: z.string(), password: z.string() }),
    answer: SignedIn,
  },
  signUp: {
    ...post,
    path: '/api/auth/sign-up/email',
    summary:
      'Create an account; a mail to its address goes out with it. Answered alike where that has one.',
    body: z.object({ name: z.string(), email: z.string(), password: z.string() }),
    answer: SignedIn,
  },
  signInWithGoogle: {
    ...post,
    path: '/api/auth/sign-in/social',
    summary: 'Where to send the browser so that Google says who this is.',
    body: z.object({
      provider: z.literal('google'),
      callbackURL: z.string(),
      errorCallbackURL: z.string(),
      disableRedirect: z.literal(true),
    }),
    answer: z.object({ url: z.string().check(z.regex(/^https?:\/\//)) }),
  },
  signOut: {
    ...post,
    path: '/api/auth/sign-out',
    summary: 'End the session.',
    body: z.object({}),
    answer: z.object({ success: z.boolean() }),
  },
  requestPasswordReset: {
    ...post,
    path: '/api/auth/request-password-reset',
    summary: 'Mail a link for a new password; answered alike for unknown addresses.',
    body: z.object({ email: z.string() }),
    answer: Status,
  },
  resetPassword: {
    ...post,
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token of such a link.',
    body: z.object({ newPassword: z.string(), token: z.string() }),
    answer: Status,
  },
} as const satisfies Record<string, Endpoint>
