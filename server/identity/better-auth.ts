import { kyselyAdapter } from '@better-auth/kysely-adapter'
import {
  type BetterAuthOptions,
  type BetterAuthPlugin,
  betterAuth,
  type GenericEndpointContext,
} from 'better-auth'
import { APIError } from 'better-auth/api'
import { v7 } from 'uuid'
import { paths } from '../../contract/page-paths.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { clientAddressHeader } from '../http/client-address.ts'
import type { Limits } from '../http/count-limits.ts'
import type { Log } from '../http/log.ts'
import { chooseLanguage, readChoice, setFirstLanguage, setLanguage } from '../language/language.ts'
import { ownTurn } from '../own-turn.ts'
import { allSecrets, deriveKey, type Secrets } from '../secrets.ts'
import {
  deleteFeeds,
  deleteForeignLink,
  deleteSessions,
  isLinked,
  lockUser,
} from './account/queries.ts'
import type { Auth } from './caller.ts'
import { signUpHooks, takeOverAddress } from './claim-address.ts'
import { isAddressTaken, shutOutClaims } from './claim-queries.ts'
import { hasFactor } from './factors/queries.ts'
import { requirePasskey, storePasskeys } from './factors/store-passkeys.ts'
import { google } from './google.ts'
import { ended, guardCalls, passwordLength } from './guard-call.ts'
import { hashToken, hashTokens } from './hash-tokens.ts'
import {
  deviceCookie,
  deviceCookieName,
  newDevice,
  noteDevice,
  readDevice,
} from './known-devices.ts'
import { createOwnerMail, type OwnerMail } from './mails.ts'
import { callInHand, noteInCall, withCallInHand } from './note-call.ts'
import type { Passwords } from './passwords/hash-passwords.ts'
import { deleteSession, deleteSessionByToken, markVerified, settlePassword } from './queries.ts'
import { cookiePrefix } from './session-cookie.ts'

type Parts = {
  config: Config & Secrets
  database: Database
  clock: Clock
  limits: Limits
  log: Log
  passwords: Passwords
}

const basePath = '/api/auth'
const passkeySignIn = '/passkey/verify-authentication'

/**
 * Sign-up, sign-in, verification, reset and Google under `/api/auth` (design.md section 6), on the
 * same connection as everything else: SQLite has but one. Statements commit one by one, since a
 * transaction would hold that connection while a password is hashed; each flow can be repeated.
 */
export function createAuth(parts: Parts): Auth {
  const usual = openAuth(parts)
  let withPasskeys: ReturnType<typeof openAuth> | undefined
  /** What checks passkeys takes 9 MB and a tenth of a start's time, so the first call about one loads it. */
  const authFor = async (request: Request) => {
    if (!new URL(request.url).pathname.startsWith(`${basePath}/passkey/`)) return usual
    withPasskeys ??= openAuth(parts, await passkeys(parts.config))
    return withPasskeys
  }
  const handler: Auth['handler'] = async (request) => {
    const auth = await authFor(request)
    // Each takes milliseconds, in which nothing else is answered.
    await ownTurn()
    return withCallInHand(() => auth.handler(request))
  }
  return { handler }
}

function openAuth(parts: Parts, ...further: BetterAuthPlugin[]) {
  const { config, database } = parts
  const mail = createOwnerMail(parts)
  return betterAuth({
    appName: config.clinicName,
    baseURL: config.publicUrl,
    basePath,
    secrets: allSecrets(config).map(versioned),
    trustedOrigins: ownOrigins(config.publicUrl),
    database: (options: BetterAuthOptions) =>
      storePasskeys(database, (query) =>
        hashTokens(kyselyAdapter(query, { type: database.engine })(options)),
      ),
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, ...line) => writeLog(parts.log, line) },
    onAPIError: { throw: true, errorURL: config.publicUrl + paths.login },
    advanced: {
      // Its own switch for https would put `__Secure-` in front.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(config.publicUrl),
      defaultCookieAttributes: { secure: config.publicUrl.startsWith('https://') },
      // One statement reads an account and its ways to sign in: between two, the address may pass to another.
      database: { generateId: () => v7(), joins: true },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // better-auth switches both off under test; we want what patients get.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // The limits of its calls are in the table of all (http/limits.ts).
    rateLimit: { enabled: false },
    ...tables,
    databaseHooks: hooks(parts),
    ...passwordFlows(parts, mail),
    plugins: [
      google(config.google, async ({ id, ...person }) => {
        noteInCall({ google: { id, email: person.email } })
        await takeOverAddress(parts, person)
      }),
      ...further,
      guardCalls(parts),
    ],
  })
}

/**
 * Passkeys of @better-auth/passkey. One counts as both steps of a sign-in, so the device must have checked
 * its holder, by a finger or a number; the library only prefers that.
 */
async function passkeys({ publicUrl, clinicName }: Pick<Config, 'publicUrl' | 'clinicName'>) {
  const { passkey } = await import('@better-auth/passkey')
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: clinicName,
    origin: ownOrigins(publicUrl),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification, ctx }) => {
        requireHolder(verification.registrationInfo?.userVerified)
        noteInCall({ sessionId: ctx.context.session?.session.id ?? '' })
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        requireHolder(verification.authenticationInfo.userVerified)
        noteInCall({ credentialId: clientData.id })
      },
    },
    schema: { passkey: { modelName: 'passkeys' } },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  })
}

function requireHolder(isVerified: boolean | undefined): void {
  if (isVerified) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_WITHOUT_HOLDER',
    message: 'The device did not check who holds it.',
  })
}

/**
 * A secret as better-auth knows it: the first signs cookies, any of them decrypts what names its
 * version, which therefore must not change when secrets are added and dropped.
 */
function versioned(secret: string) {
  const value = deriveKey(secret, 'identity')
  return { version: Number.parseInt(hashToken(value).slice(0, 7), 16), value }
}

/** Our names for better-auth's tables (server/db/migrations/0001-start.ts) and what it may write. */
const tables = {
  user: {
    modelName: 'users',
    additionalFields: {
      role: { type: 'string', required: false, input: false, returned: false },
      claims: { type: 'string', required: false, input: false },
    },
  },
  session: {
    modelName: 'sessions',
    // Our own rule of recent proofs stands in front of what asks for a fresh session.
    freshAge: 0,
    additionalFields: {
      activeAt: { type: 'string', required: false, input: false, returned: false },
      provedAt: { type: 'string', required: false, input: false, returned: false },
      awaitsFactor: { type: 'number', required: false, input: false, returned: false },
    },
  },
  verification: { modelName: 'verifications' },
  // We ask Google nothing after the sign-in, so its tokens are not stored.
  account: { modelName: 'accounts', updateAccountOnSignIn: false },
} as const satisfies BetterAuthOptions

function hooks(parts: Parts) {
  const { clock, database } = parts
  const { query } = database
  const signUp = signUpHooks(query)
  const { before } = signUp.user.create
  return {
    account: {
      create: {
        ...signUp.account.create,
        after: (account) => refuseForeignLink(query, account),
      },
    },
    user: { create: { before, after: async () => noteInCall({ isSignUp: true }) } },
    session: {
      create: {
        async before(session, call) {
          const now = clock().toISOString()
          // A passkey is both steps at once.
          const isWhole = call?.path === passkeySignIn || !(await hasFactor(query, session.userId))
          const awaitsFactor = isWhole ? 0 : 1
          return { data: { ...session, activeAt: now, provedAt: now, awaitsFactor } }
        },
        after: async (session, call) => {
          if (call?.path === passkeySignIn) await requirePasskey(query, session)
          await requireLink(query, session)
          await keepLanguage(parts, session, call)
          await endFormerSession(query, session, call)
          await knowDevice(parts, session, call)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

/**
 * A Google account is linked by its address. Whoever takes an account back by its former address locks it, and removes
 * links and sessions: what waits for that lock must neither link nor begin a session afterwards.
 */
async function refuseForeignLink(query: Queries, { id, userId }: { id: string; userId: string }) {
  const { google: person } = callInHand()
  if (!person || !(await deleteForeignLink(query, { id, userId, email: person.email }))) return
  throw new APIError('UNAUTHORIZED', ended)
}

/** The same for a session of a Google account that was linked before. */
async function requireLink(query: Queries, { id, userId }: { id: string; userId: string }) {
  const { google: person } = callInHand()
  if (!person || (await isLinked(query, { userId, accountId: person.id }))) return
  await deleteSession(query, id)
  throw new APIError('UNAUTHORIZED', ended)
}

/** A sign-in that waits for its second step is none yet; its browser gets the cookie all the same. */
async function knowDevice(
  parts: Parts,
  session: { userId: string } & Record<string, unknown>,
  call: GenericEndpointContext | null,
) {
  if (!call) return
  const { config } = parts
  const headers = call.request?.headers ?? new Headers()
  const device = readDevice(config, headers) ?? newDevice()
  call.setCookie(deviceCookieName(config), device, deviceCookie(config))
  if (session.awaitsFactor === 1) return
  const { isSignUp = false } = callInHand()
  const userAgent = headers.get('user-agent') ?? ''
  await noteDevice(parts, { userId: session.userId, device, userAgent, isSignUp })
}

/** Anyone who signs in has no further use for the session that this browser had until then. */
async function endFormerSession(
  query: Queries,
  session: { token: string },
  call: GenericEndpointContext | null,
) {
  if (!call) return
  const { authCookies, secret } = call.context
  const former = await call.getSignedCookie(authCookies.sessionToken.name, secret)
  if (former && former !== session.token) await deleteSessionByToken(query, former)
}

/** Password rules are the specification's (section 9); a sign-up signs in, verified or not. */
function passwordFlows({ database, clock, passwords }: Parts, mail: OwnerMail) {
  return {
    emailAndPassword: {
      enabled: true,
      password: passwords,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }, request) => mail.sendReset(user, token, request),
      // The link came by mail: anyone who used it reads that mailbox.
      onPasswordReset: async ({ user }) => {
        await endAgain(database, user.id)
        await markVerified(database.query, user.id, clock())
        await settlePassword(database.query, user.id)
        await shutOutClaims(database.query, user.email)
        await mail.sendPasswordChanged(user.email)
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      // The link is our own: better-auth's is bound to the address alone, and can be used again.
      sendVerificationEmail: ({ user }, request) => mail.sendConfirmation(user.id, request),
    },
  } satisfies BetterAuthOptions
}

/**
 * Ends the sessions of an account, and its feeds, once more: better-auth ended them before it wrote the password, and
 * the old one may have opened another, and made a feed.
 */
async function endAgain({ engine, query }: Database, userId: string): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    // What a session makes waits for it, and then looks whether it is still there (holdSession).
    await lockUser(transaction, engine, userId)
    await deleteSessions(transaction, userId)
    await deleteFeeds(transaction, userId)
  })
}

/** A server on this machine is reached by any of its names. */
function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return [origin]
  return ['localhost', '127.0.0.1'].map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}

/**
 * better-auth writes what it was given after a colon: addresses, links. Those stay out of logs. Nor is
 * it a fault when two sign up with one address at once, or when a callback is called with nonsense.
 */
function writeLog(log: Log, [message, ...details]: unknown[]): void {
  const [line] = String(message).split(':', 1)
  const err = details.find((detail) => detail instanceof Error)
  if (isAddressTaken(err)) return
  const isNonsense = line === 'INVALID_CALLBACK_REQUEST' || err?.name === 'BetterAuthError'
  if (err && !isNonsense) log.error({ err }, `better-auth: ${line}`)
  else log.warn(`better-auth: ${line}`)
}

/**
 * Anyone who begins a session, for the first time or again, is written to in the language that they chose
 * in that browser. Who chose none there keeps theirs, or starts with what the browser asks for.
 */
async function keepLanguage(
  { config, database: { query } }: Parts,
  { userId }: { userId: string },
  call: { request?: Request | undefined } | null,
) {
  const headers = call?.request?.headers ?? new Headers()
  const chosen = readChoice(headers)
  if (chosen) await setLanguage(query, userId, chosen)
  else await setFirstLanguage(query, userId, chooseLanguage(headers, config.clinicLanguage))
}
