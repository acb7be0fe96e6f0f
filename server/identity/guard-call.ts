import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import * as z from 'zod/mini'
import { readClinicName } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { clientAddressHeader, networkOf } from '../http/client-address.ts'
import { Failure } from '../http/errors.ts'
import { isGuessable, staffPasswordLength } from './check-password.ts'
import { limitGuesses, rememberNetwork } from './limit-guesses.ts'
import { limitSignUps } from './limit-sign-ups.ts'
import { endOtherResets, findResetAccount } from './queries.ts'
import { refuse } from './refuse-call.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock'>
/** What is left to do once better-auth has said yes. */
type Afterwards = () => Promise<void>

const Credentials = z.object({ email: z.string(), password: z.string() })
const Reset = z.object({ newPassword: z.string(), token: z.string() })

/**
 * Our own rules for calls of better-auth's: who may try again, and which passwords are none. It asks
 * once its own limits by address let a call through, so what those refuse is not counted here.
 */
export function guardCalls(parts: Parts): BetterAuthPlugin {
  const afterwards = new WeakMap<Request, Afterwards>()
  const matcher = ({ path }: { path?: string }) => path !== undefined && Object.hasOwn(guards, path)
  const before = createAuthMiddleware(async ({ path, body, request }) => {
    const guard = guards[path]
    if (!request || !guard) return
    const network = networkOf(request.headers.get(clientAddressHeader) ?? '')
    const outcome = await guard(parts, body, network)
    if (!(outcome instanceof Failure)) return void afterwards.set(request, outcome)
    const headers = { 'x-retry-after': String(outcome.retryAfterSeconds ?? 0) }
    throw new APIError(outcome.status as 400 | 429, outcome.body, headers)
  })
  const after = createAuthMiddleware(async ({ request, context }) => {
    if (!request || context.returned instanceof APIError) return
    await afterwards.get(request)?.()
  })
  return {
    id: 'guard-calls',
    hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
  }
}

/** A refusal, or what follows when the call goes well. */
type Guard = (parts: Parts, body: unknown, network: string) => Promise<Failure | Afterwards>

const guards: Record<string, Guard> = {
  '/sign-in/email': (parts, body, network) => guardSignIn(parts, Credentials.parse(body), network),
  '/sign-up/email': (parts, body, network) => guardSignUp(parts, Credentials.parse(body), network),
  '/reset-password': (parts, body, network) => guardReset(parts, Reset.parse(body), network),
}

type Credentials = z.infer<typeof Credentials>

async function guardSignIn(parts: Parts, body: Credentials, network: string) {
  const attempt = { email: body.email.toLowerCase(), network }
  return (await limitGuesses(parts, attempt)) ?? (() => rememberNetwork(parts, attempt))
}

async function guardSignUp(parts: Parts, { email, password }: Credentials, network: string) {
  const refused =
    (await refusePassword(parts, password, { email, role: 'patient' })) ??
    (await limitSignUps(parts, network))
  return refused ?? (() => rememberNetwork(parts, { email, network }))
}

/**
 * Of several links one sets the password. Whoever forgot it may be somewhere new: they are known there
 * from then on.
 */
async function guardReset(parts: Parts, body: z.infer<typeof Reset>, network: string) {
  const { database } = parts
  const account = await findResetAccount(database.query, body.token)
  // better-auth says what is wrong with the link.
  if (!account) return async () => {}
  const refused = await refusePassword(parts, body.newPassword, account)
  if (refused) return refused
  // A password that better-auth refuses leaves all links as they are.
  if (hasRightLength(body.newPassword)) await endOtherResets(database, body.token, account.userId)
  return () => rememberNetwork(parts, { email: account.email, network })
}

/** What is wrong with a password that somebody chooses; better-auth says itself when it is too short. */
export async function refusePassword(
  { database }: Pick<Parts, 'database'>,
  password: string,
  { email, role }: { email: string; role: 'patient' | 'admin' },
): Promise<Failure | null> {
  if (!hasRightLength(password)) return null
  if (role !== 'patient' && password.length < staffPasswordLength) {
    return refuse('password_short_for_staff')
  }
  const [mailbox = ''] = email.split('@')
  const names = [await readClinicName(database.query), 'Molar', mailbox]
  return isGuessable(password, names) ? refuse('password_guessable') : null
}

export const passwordLength = { least: 6, most: 128 }

function hasRightLength({ length }: string): boolean {
  return length >= passwordLength.least && length <= passwordLength.most
}
