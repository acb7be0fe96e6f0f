import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { failures } from '../../contract/errors.ts'
import { passkeyCalls } from '../../contract/identity/factors.ts'
import { identityCalls } from '../../contract/identity/identity.ts'
import type { Role } from '../../contract/roles.ts'
import { AccountEmail, Email, PersonName } from '../../contract/text.ts'
import { readClinicName } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { clientAddressHeader, networkOf, rangeOf } from '../http/client-address.ts'
import { beginSignUp, findByPassword, unusedAddress } from './claim-address.ts'
import { replaceOnlyPassword } from './claim-queries.ts'
import { limitGuesses, rememberNetwork } from './limit-guesses.ts'
import { isGuessable, staffPasswordLength } from './passwords/check-password.ts'
import { isFormer, newSalt } from './passwords/hash-passwords.ts'
import { holdPasswordHash } from './passwords/hold-password.ts'
import { askForNewPassword, deleteSession, endOtherResets, findResetAccount } from './queries.ts'
import { failureOf, type Refused, refuse } from './refusal.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits' | 'passwords'>
type Session = { id: string; userId: string }
/** By which address better-auth looks an account up, where it is not the one that was typed. */
type Admission = { ok: true; email?: string; afterwards?: Afterwards }
/** Runs after better-auth has accepted the call; the session is the one that it has started, if any. */
type Afterwards = (session: Session | undefined) => Promise<void>

const Credentials = z.object({ email: z.string(), password: z.string() })
const Reset = z.object({ newPassword: z.string(), token: z.string() })

/**
 * Our own rules for calls of better-auth's: who may try again, which passwords are none, and what an
 * address and a password open. It is asked once the limits by network have let a call through, so what
 * those refuse is not counted here.
 */
export function guardCalls(parts: Parts): BetterAuthPlugin {
  const afterwards = new WeakMap<Request, Afterwards>()
  const isGuarded = ({ path }: { path?: string }) =>
    path !== undefined && Object.hasOwn(guards, path)
  const before = createAuthMiddleware(async ({ path, body, request }) => {
    const guard = guards[path]
    if (!request || !guard) return
    const network = networkOf(request.headers.get(clientAddressHeader) ?? '')
    const outcome = await guard(parts, body, network)
    if (!outcome.ok) throw apiErrorOf(outcome)
    if (outcome.afterwards) afterwards.set(request, outcome.afterwards)
    if (outcome.email === undefined) return
    return { context: { body: { ...body, email: outcome.email } } }
  })
  const after = createAuthMiddleware(async ({ request, context }) => {
    if (!request || context.returned instanceof APIError) return
    await afterwards.get(request)?.(context.newSession?.session)
  })
  return {
    id: 'guard-calls',
    hooks: {
      before: [{ matcher: isGuarded, handler: before }],
      after: [{ matcher: isGuarded, handler: after }],
    },
  }
}

function apiErrorOf(refused: Refused): APIError {
  const { status, body, retryAfterSeconds } = failureOf(refused)
  const headers = { 'x-retry-after': String(retryAfterSeconds ?? 0) }
  return new APIError(status as 400 | 429, body, headers)
}

/** A refusal, or on what terms the call goes on. */
type Guard = (parts: Parts, body: unknown, network: string) => Promise<Refused | Admission>

const guards: Record<string, Guard> = {
  '/sign-in/email': (parts, body, network) => guardSignIn(parts, Credentials.parse(body), network),
  '/sign-up/email': (parts, body, network) => guardSignUp(parts, Credentials.parse(body), network),
  '/reset-password': (parts, body, network) => guardReset(parts, Reset.parse(body), network),
}

type Credentials = z.infer<typeof Credentials>

/** What an account or a session that is gone meanwhile is answered. */
export const ended = { code: 'unauthenticated', message: failures.unauthenticated.message }
const wrongPassword = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password',
}

/**
 * Checking a password takes long enough for a reset in between: the reset ends every session, and then the
 * old password opens a new one. So a sign-in is refused if the password has changed during the check.
 * better-auth 1.7 has no such check.
 */
async function guardSignIn(
  parts: Parts,
  body: Credentials,
  network: string,
): Promise<Refused | Admission> {
  const { query } = parts.database
  const attempt = { email: body.email.toLowerCase(), network }
  const limited = await limitGuesses(parts, attempt)
  if (!limited.ok) return limited
  const { isTriable } = limited
  const { password } = body
  const opened = await findByPassword(parts, { address: attempt.email, password, isTriable })
  // better-auth looks at the call's origin next, and refuses as it does where there is no account.
  if (!opened) return { ok: true, email: unusedAddress() }
  const afterwards: Afterwards = async (session) => {
    if (!session) return
    const { id, userId } = session
    // Since then the address may have passed to this account, or another sign-in may have replaced the hash.
    const mayDiffer = (hash: string) =>
      userId !== opened.userId || (!isFormer(hash) && isFormer(opened.password))
    const isStillRight = async (hash: string) =>
      hash === opened.password ||
      (mayDiffer(hash) && (await parts.passwords.verify({ hash, password })))
    const stored = await holdPasswordHash(query, parts.database.engine, userId)
    if (stored === null || !(await isStillRight(stored))) {
      // Without a password and a session the account itself has ended: the password was right.
      const isGone = !(await deleteSession(query, id)) && stored === null
      throw new APIError('UNAUTHORIZED', isGone ? ended : wrongPassword)
    }
    await rememberNetwork(parts, { ...attempt, userId })
    if (password.length < staffPasswordLength) await askForNewPassword(query, userId)
    if (isFormer(stored)) {
      await upgradeHash(parts, { address: attempt.email, userId, password: stored }, password)
    }
  }
  return { ok: true, email: opened.email, afterwards }
}

/** Replaces a hash from before argon2id, once its password is known. */
async function upgradeHash(
  { database, clock, passwords }: Parts,
  account: { address: string; userId: string; password: string },
  password: string,
): Promise<void> {
  const { address, userId, password: before } = account
  const after = await passwords.hashWith(password, newSalt())
  await replaceOnlyPassword(database.query, { address, userId, before, after }, clock())
}

async function guardSignUp(
  parts: Parts,
  { email, password }: Credentials,
  network: string,
): Promise<Refused | Admission> {
  const refused =
    refuseAddress(email) ??
    (await refusePassword(parts, password, { email, role: 'patient' })) ??
    (await limitSignUps(parts.limits, network))
  if (refused) return refused
  const afterwards: Afterwards = async (session) => {
    if (session) await rememberNetwork(parts, { email, network, userId: session.userId })
  }
  return { ok: true, email: await beginSignUp(parts, email), afterwards }
}

/**
 * With a taken address or with a free one: neither accounts nor guesses at who has one are to be had by
 * the hundred.
 */
async function limitSignUps(limits: Parts['limits'], network: string): Promise<Refused | null> {
  const keys = { network, range: rangeOf(network) }
  const wait = await limits.wait(
    ['sign_ups_per_hour', 'sign_ups_per_day', 'sign_ups_of_range'],
    keys,
  )
  return wait > 0 ? refuse('too_many_sign_ups', wait) : null
}

/**
 * Of several links one sets the password. Anyone who forgot it may be somewhere new: they are known there
 * from then on.
 */
async function guardReset(
  parts: Parts,
  body: z.infer<typeof Reset>,
  network: string,
): Promise<Refused | Admission> {
  const { database } = parts
  const account = await findResetAccount(database.query, body.token)
  // better-auth says what is wrong with the link.
  if (!account) return { ok: true }
  const refused = await refusePassword(parts, body.newPassword, account)
  if (refused) return refused
  // A password that better-auth refuses leaves all links as they are.
  if (hasRightLength(body.newPassword)) await endOtherResets(database, body.token, account.userId)
  return { ok: true, afterwards: () => rememberNetwork(parts, { ...account, network }) }
}

/**
 * Refuses what better-auth takes for no address: an account of it could not sign in or reset its password.
 * better-auth itself sees no address that is signed up with (claim-address.ts).
 */
export function refuseAddress(email: string): Refused | null {
  return AccountEmail.safeParse(email).success ? null : refuse('INVALID_EMAIL')
}

/** Why a new password is refused; better-auth itself refuses lengths outside `passwordLength`. */
export async function refusePassword(
  { config, database }: Pick<Parts, 'config' | 'database'>,
  password: string,
  { email, role }: { email: string; role: Role },
): Promise<Refused | null> {
  if (!hasRightLength(password)) return null
  if (role !== 'patient' && password.length < staffPasswordLength) {
    return refuse('password_short_for_staff')
  }
  if (password.length < config.passwordLength) return refuse('password_short')
  const [mailbox = ''] = email.split('@')
  const names = [await readClinicName(database.query), 'Molar', mailbox]
  return isGuessable(password, names) ? refuse('password_guessable') : null
}

export const passwordLength = { least: 6, most: 128 }

function hasRightLength({ length }: string): boolean {
  return length >= passwordLength.least && length <= passwordLength.most
}

const text = (most: number) => z.string().check(z.maxLength(most))
const typedPassword = text(1000)
const rememberMe = z.optional(z.boolean())
/** better-auth refuses addresses of other origins. */
const ownPage = z.optional(text(2000))
const { signUp, signIn, signInWithGoogle, signOut, readSession } = identityCalls
const { requestPasswordReset, resetPassword } = identityCalls

/** `isOwn`: only for who is signed in, and has proved lately who they are. */
type Call = Pick<Endpoint, 'method' | 'body' | 'answer'> & { isOwn?: true }

/**
 * The calls of better-auth that the portal has a use for, with the fields a client may set and get. The
 * rest (linking, deleting, provider tokens, roles and pictures at sign-up) is not there for callers.
 */
const calls: Record<string, Call> = {
  '/sign-up/email': {
    method: 'POST',
    answer: signUp.answer,
    body: z.object({ name: PersonName, email: Email, password: typedPassword, rememberMe }),
  },
  '/sign-in/email': {
    method: 'POST',
    answer: signIn.answer,
    body: z.object({ email: text(300).check(z.trim()), password: typedPassword, rememberMe }),
  },
  '/sign-in/social': {
    method: 'POST',
    answer: signInWithGoogle.answer,
    body: z.object({
      provider: z.literal('google'),
      callbackURL: ownPage,
      errorCallbackURL: ownPage,
      newUserCallbackURL: ownPage,
      disableRedirect: z.optional(z.boolean()),
    }),
  },
  // A redirect.
  '/callback/google': { method: 'GET', answer: z.unknown() },
  '/sign-out': { method: 'POST', answer: signOut.answer },
  '/get-session': { method: 'GET', answer: readSession.answer },
  '/passkey/generate-register-options': { ...passkeyCalls.registrationOptions, isOwn: true },
  '/passkey/verify-registration': { ...passkeyCalls.register, isOwn: true },
  '/passkey/generate-authenticate-options': passkeyCalls.signInOptions,
  '/passkey/verify-authentication': passkeyCalls.signIn,
  '/request-password-reset': {
    method: 'POST',
    answer: requestPasswordReset.answer,
    body: z.object({ email: Email }),
  },
  '/reset-password': {
    method: 'POST',
    answer: resetPassword.answer,
    body: z.object({ newPassword: typedPassword, token: text(200).check(z.minLength(1)) }),
  },
}

/**
 * The call as an endpoint, so that its fields are read like those of our own; `null` for one that
 * we do not offer.
 */
export function admitCall(method: string, path: string): (Endpoint & { isOwn?: true }) | null {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined
  if (call?.method !== method) return null
  return { ...call, path: '/api/auth/*', summary: path, access: 'anyone' }
}
