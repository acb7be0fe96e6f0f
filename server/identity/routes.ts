import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { done } from '../../contract/done.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import {
  type Account,
  accountEndpoints,
  confirmationEndpoints,
} from '../../contract/identity/account.ts'
import { accountDataEndpoints } from '../../contract/identity/account-data.ts'
import { passkeyCalls } from '../../contract/identity/factors.ts'
import { paths } from '../../contract/page-paths.ts'
import { isReferenceRefused } from '../db/constraint.ts'
import type { Deps } from '../deps.ts'
import { clientAddress, clientAddressHeader, networkOf } from '../http/client-address.ts'
import { Failure, fail, failTooMany, failureResponse } from '../http/errors.ts'
import { limitsOfIdentity } from '../http/limits.ts'
import { logWith } from '../http/observe.ts'
import { readInput } from '../http/read-input.ts'
import type { Serve } from '../http/serve.ts'
import { chooseLanguage } from '../language/language.ts'
import {
  confirmEmailChange,
  dropEmailChange,
  startEmailChange,
  stopEmailChange,
} from './account/change-email.ts'
import { changePassword } from './account/change-password.ts'
import { deleteAccount, readDeletion } from './account/delete-account.ts'
import { deleteSessions, updateDetails } from './account/queries.ts'
import { readAccountData, sendConfirmation, showAccount } from './account/read-data.ts'
import { showSessions } from './account/sessions.ts'
import type { Caller } from './caller.ts'
import {
  confirmByPassword,
  confirmEmail,
  confirmWithNewPassword,
  denyAccount,
} from './confirm-email.ts'
import { tellOfFactors } from './factors/change-factors.ts'
import { readFactors } from './factors/queries.ts'
import { factorRoutes } from './factors/routes.ts'
import { issueToken } from './find-caller.ts'
import { admitCall } from './guard-call.ts'
import { isRecent } from './proof-gate.ts'
import { answerDone, failureOf, type Refused, refuse } from './refusal.ts'
import { sessionCookieName } from './session-cookie.ts'

const basePath = '/api/auth'

export function identityRoutes(app: Hono, serve: Serve, deps: Deps): void {
  const { limits } = deps
  app.all(`${basePath}/*`, async (http) => {
    const path = http.req.path.slice(basePath.length)
    const crowded = limits.admitCall(http)
    if (crowded) return failureResponse(crowded)
    const call = admitCall(http.req.method, path)
    if (!call) return failureResponse(fail('not_found'))
    logWith(http, { action: path })
    if (path === '/callback/google' && !deps.config.google) {
      return http.redirect(`${paths.login}?error=google_not_configured`)
    }
    const held = await limits.take(limitsOfIdentity(path), limits.keysOf(http))
    if (held) return failureResponse(held)
    const early = await answerEarly(deps, { path, isOwn: call.isOwn === true }, cookiesOf(http))
    if (early instanceof Failure) return failureResponse(early)
    if (early) return http.json(early.body, 200, { 'cache-control': 'no-store' })
    return passOn(deps, call, http)
  })

  serve(endpoints.exchangeToken, async ({ caller }) => {
    return (await issueToken(deps, caller.sessionId)) ?? fail('unauthenticated')
  })
  confirmationRoutes(serve, deps)
  accountRoutes(serve, deps)
  factorRoutes(serve, deps)
}

/** The account or the session has ended since the call was let in. */
const ended = () => fail('unauthenticated')

function accountRoutes(serve: Serve, deps: Deps): void {
  const { database, clock, config } = deps
  const { query } = database
  const now = () => clock().toISOString()
  const addressOf = (http: Context) => clientAddress(http, config.trustProxy)

  serve(accountEndpoints.readAccount, async ({ caller }) => {
    return (await showAccount(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.changeAccount, async ({ body, caller }) => {
    await updateDetails(query, caller.userId, body, now())
    return (await showAccount(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.changePassword, async ({ body, caller }) =>
    answerDone(await changePassword(deps, caller, body)),
  )
  // That it was called is all there is to it (server/http/serve.ts).
  serve(accountEndpoints.notePresence, async () => done)
  serve(accountEndpoints.listSessions, ({ caller, http }) =>
    showSessions(deps, caller, addressOf(http)),
  )
  serve(accountEndpoints.endSessions, async ({ caller }) => {
    await deleteSessions(query, caller.userId)
    return done
  })
  serve(accountEndpoints.endSession, async ({ params, caller }) => {
    return (await deleteSessions(query, caller.userId, { only: params.id })) > 0
      ? done
      : fail('not_found')
  })
  serve(accountDataEndpoints.readData, async ({ caller }) => {
    return (await readAccountData(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.readDeletion, async ({ caller }) => {
    return (await readDeletion(deps, caller)) ?? ended()
  })
  serve(accountEndpoints.deleteAccount, async ({ body, caller }) => {
    const refused = await deleteAccount(deps, caller, body)
    return refused === 'ended' ? ended() : answerDone(refused)
  })
  addressRoutes(serve, deps)
}
/** What is about the address of an account. */
function addressRoutes(serve: Serve, deps: Deps): void {
  const answer = async (caller: Caller, refused: Refused | null): Promise<Account | Failure> =>
    refused ? failureOf(refused) : ((await showAccount(deps, caller)) ?? ended())

  serve(accountEndpoints.sendConfirmation, async ({ caller, http }) =>
    answer(caller, await sendConfirmation(deps, caller, http.req.raw)),
  )
  serve(accountEndpoints.startEmailChange, async ({ body, caller, http }) => {
    const language = chooseLanguage(http.req.raw.headers, deps.config.clinicLanguage)
    const refused = await startEmailChange(deps, caller, { ...body, language })
    return refused === 'ended' ? ended() : answer(caller, refused)
  })
  serve(accountEndpoints.confirmEmailChange, async ({ body, caller }) =>
    answer(caller, await confirmEmailChange(deps, caller, body.token)),
  )
  serve(accountEndpoints.dropEmailChange, async ({ caller }) => {
    await dropEmailChange(deps, caller)
    return answer(caller, null)
  })
  serve(accountEndpoints.stopEmailChange, async ({ body }) =>
    answerDone(await stopEmailChange(deps, body.token)),
  )
}

/** Hands a call to better-auth, and its answer back as the contract has it. */
async function passOn(deps: Deps, call: Endpoint, http: Context): Promise<Response> {
  const path = http.req.path.slice(basePath.length)
  const input = await readInput(call, http)
  if (input instanceof Failure) return failureResponse(input)
  const address = clientAddress(http, deps.config.trustProxy)
  const request = requestOf(http, address, input.body)
  renameSession(request.headers, deps)
  const cookies = cookiesOf(http)
  const [response] = await Promise.all([handle(deps, request), shortestAnswer(path)])
  if (response instanceof Failure) return failureResponse(response)
  if (response.ok && http.req.path === passkeyCalls.register.path) {
    await notifyOfPasskey(deps, cookies)
  }
  if (http.req.method === 'POST') deps.outbox.wake()
  if (response.status >= 400) return passRefusal(response, http)
  return followSession(deps, { path, cookies, answered: await answer(call, response, http) })
}

/** An account may end while its password is checked: then there is nothing to open a session of. */
async function handle({ auth }: Deps, request: Request): Promise<Response | Failure> {
  try {
    const response = await auth.handler(request)
    const { pathname } = new URL(request.url)
    if (response.status < 500 || pathname !== `${basePath}/get-session`) return response
    // Reading a session lengthens it once a day, which a database that takes no writes refuses.
    return await auth.handler(new Request(`${request.url}?disableRefresh=true`, request))
  } catch (fault) {
    if (isReferenceRefused(fault)) return fail('unauthenticated')
    throw fault
  }
}

function confirmationRoutes(serve: Serve, deps: Deps): void {
  serve(confirmationEndpoints.confirmEmail, async ({ body, caller }) =>
    answerDone(await confirmEmail(deps, body.token, caller.userId)),
  )
  serve(confirmationEndpoints.confirmByPassword, async ({ body, http }) => {
    const network = networkOf(clientAddress(http, deps.config.trustProxy))
    return answerDone(await confirmByPassword(deps, { ...body, network }))
  })
  serve(confirmationEndpoints.confirmWithNewPassword, async ({ body }) =>
    answerDone(await confirmWithNewPassword(deps, body)),
  )
  serve(confirmationEndpoints.denyAccount, async ({ body }) =>
    answerDone(await denyAccount(deps, body.token)),
  )
}

/** Without a cookie better-auth takes a call as no browser's, which names no origin: it gets none from us. */
function renameSession(headers: Headers, { cookies: sessions }: Deps): void {
  const cookies = headers.get('cookie')
  if (cookies) headers.set('cookie', sessions.toCurrent(cookies))
}

/** A session that was named or signed in a former way gets its cookie of now where pages ask for it. */
function followSession(
  { cookies: sessions, config }: Deps,
  { path, cookies, answered }: { path: string; cookies: string; answered: Response },
): Response {
  const name = `${sessionCookieName(config.publicUrl)}=`
  const isSet = answered.headers.getSetCookie().some((line) => line.startsWith(name))
  const renewed = path === '/get-session' && !isSet ? sessions.renew(cookies) : []
  const removed = isSet || renewed.length > 0 ? sessions.removeFormer(cookies) : []
  for (const line of [...renewed, ...removed]) answered.headers.append('set-cookie', line)
  return answered
}

const cookiesOf = (http: Context) => http.req.header('cookie') ?? ''

/** better-auth knows nothing of how our sessions end, of second steps and of recent proofs. */
async function answerEarly(
  { callers, clock, database }: Deps,
  { path, isOwn }: { path: string; isOwn: boolean },
  cookies: string,
): Promise<Failure | { body: unknown } | null> {
  if (path !== '/get-session' && !isOwn) return null
  const caller = await callers.bySession(cookies)
  if (isOwn) {
    if (!caller) return fail('unauthenticated')
    if (!caller.verified) return failureOf(refuse('address_unproved'))
    return isRecent(caller, clock()) ? null : failureOf(refuse('proof_needed'))
  }
  if (caller) return null
  const awaiting = await callers.awaitingFactor(cookies)
  if (!awaiting) return { body: null }
  const { authenticator, passkeys } = await readFactors(database.query, awaiting.userId)
  return { body: { secondStep: { code: authenticator, passkey: passkeys.length > 0 } } }
}

async function notifyOfPasskey(deps: Deps, cookies: string): Promise<void> {
  const caller = await deps.callers.bySession(cookies)
  if (caller) await tellOfFactors(deps, caller.email, 'added')
}

/** A reset writes for a known address and reads for an unknown one: both take as long as this. */
function shortestAnswer(path: string): Promise<void> | undefined {
  return path === '/request-password-reset' ? wait(250) : undefined
}

/**
 * The request as better-auth gets it: fields we know, and the client's address as we see it. A POST has no
 * query: better-auth would take the token of a reset from there, past our rules.
 */
function requestOf(http: Context, address: string, body: unknown): Request {
  const { method } = http.req
  const url = new URL(http.req.url)
  if (method === 'POST') url.search = ''
  const headers = new Headers(http.req.raw.headers)
  headers.set(clientAddressHeader, address)
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  if (body === undefined) return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(body) })
}

const ProviderError = z.object({ code: z.string(), message: z.string() })

/** better-auth's refusals in the shape that all of ours have; its codes and messages stay. */
async function passRefusal(response: Response, http: Context): Promise<Response> {
  const refused = await readRefusal(response)
  logWith(http, { code: refused.body.code })
  return failureResponse(refused)
}

async function readRefusal(response: Response): Promise<Failure> {
  const { status, headers } = response
  const said = ProviderError.safeParse(await response.json().catch(() => null))
  const wait = status === 429 ? Number(headers.get('x-retry-after')) : undefined
  if (said.success) return new Failure(status, said.data, wait)
  if (wait !== undefined) return failTooMany(wait)
  return fail(status === 404 ? 'not_found' : 'invalid_input')
}

/**
 * What the contract says of better-auth's answer, about one person at one moment. It says more: the
 * session's token, which belongs in the cookie alone.
 */
async function answer(
  { answer: schema }: Endpoint,
  response: Response,
  http: Context,
): Promise<Response> {
  const { status } = response
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (status >= 300) return new Response(null, { status, headers })
  const said: unknown = await response.json()
  const { data } = SaidOfAccount.safeParse(said)
  if (data) logWith(http, { account: data.user.id })
  const body = JSON.stringify(schema.parse(nameAddress(said)))
  return new Response(body, { status, headers })
}

const SaidOfAccount = z.object({ user: z.object({ id: z.string() }) })
const SaidOfUser = z.object({ user: z.looseObject({ claims: z.string() }) })

/** A claim is shown by the address that it was signed up with, and not by the one it is stored by. */
function nameAddress(said: unknown): unknown {
  const { data } = SaidOfUser.safeParse(said)
  return data ? { user: { ...data.user, email: data.user.claims } } : said
}
