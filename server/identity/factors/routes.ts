import type { Context } from 'hono'
import { done } from '../../../contract/done.ts'
import { factorEndpoints } from '../../../contract/identity/factors.ts'
import { proofEndpoints } from '../../../contract/identity/proof.ts'
import { factorResetEndpoints } from '../../../contract/users/endpoints.ts'
import type { Deps } from '../../deps.ts'
import { fail } from '../../http/errors.ts'
import type { Serve } from '../../http/serve.ts'
import { findEmail } from '../../users/list-users.ts'
import { provePassword } from '../account/change-password.ts'
import type { Caller } from '../caller.ts'
import { noteDevice, readDevice } from '../known-devices.ts'
import { isRecent } from '../proof-gate.ts'
import { listWays, noteProof } from '../queries.ts'
import { answerDone, failureOf, type Refused, refuse } from '../refusal.ts'
import {
  confirmAuthenticator,
  namePasskey,
  proveCode,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
  showFactors,
  startAuthenticator,
} from './change-factors.ts'
import { completeSession, readFactors } from './queries.ts'

export function factorRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database
  const answer = async (caller: Caller, outcome: Refused | 'gone' | 'ended' | null) => {
    if (outcome === 'gone') return fail('not_found')
    if (outcome === 'ended') return fail('unauthenticated')
    return outcome ? failureOf(outcome) : showFactors(deps, caller)
  }

  serve(factorEndpoints.readFactors, ({ caller }) => showFactors(deps, caller))
  serve(factorEndpoints.startAuthenticator, async ({ caller }) => {
    const started = await startAuthenticator(deps, caller)
    return started.ok ? started : failureOf(started)
  })
  serve(factorEndpoints.confirmAuthenticator, async ({ body, caller }) =>
    answer(caller, await confirmAuthenticator(deps, caller, body.code)),
  )
  serve(factorEndpoints.removeAuthenticator, async ({ caller }) =>
    answer(caller, await removeFactor(deps, caller, 'app')),
  )
  serve(factorEndpoints.renewRecoveryCodes, async ({ caller }) => {
    const renewed = await renewRecoveryCodes(deps, caller)
    if (renewed === 'ended') return fail('unauthenticated')
    return renewed.ok ? renewed : failureOf(renewed)
  })
  serve(factorEndpoints.namePasskey, async ({ params, body, caller }) =>
    answer(caller, await namePasskey(deps, caller, { ...params, ...body })),
  )
  serve(factorEndpoints.removePasskey, async ({ params, caller }) =>
    answer(caller, await removeFactor(deps, caller, { passkey: params.id })),
  )
  serve(factorResetEndpoints.resetFactors, async ({ params, caller, note }) => {
    const email = await findEmail(query, params.email)
    if (email === undefined) return fail('not_found')
    note({ subject: email })
    if (email === caller.email) return fail('forbidden')
    return (await resetFactors(deps, email)) ? done : fail('not_found')
  })
  stepRoutes(serve, deps)
}

/** What proves a person: the second step of a sign-in, and the proof of who sits there. */
function stepRoutes(serve: Serve, deps: Deps): void {
  const { database, clock, callers } = deps
  const { query } = database
  const now = () => clock().toISOString()
  const cookiesOf = (http: Context) => http.req.header('cookie') ?? ''

  serve(factorEndpoints.takeSecondStep, async ({ body, http }) => {
    const awaiting = await callers.awaitingFactor(cookiesOf(http))
    if (!awaiting) return fail('unauthenticated')
    const refused = await proveCode(deps, awaiting.userId, body.code)
    if (refused) return failureOf(refused)
    const isDone = await completeSession(query, awaiting.sessionId, now())
    if (!isDone) return fail('unauthenticated')
    await knowDevice(deps, awaiting.userId, http.req.raw.headers)
    return done
  })
  serve(proofEndpoints.readProof, async ({ caller }) => {
    const [ways, factors] = await Promise.all([
      listWays(query, caller.userId),
      readFactors(query, caller.userId),
    ])
    return {
      // Long enough to come back with what was asked for.
      recent: isRecent(caller, clock(), 30_000),
      ...ways,
      code: factors.authenticator,
      passkey: factors.passkeys.length > 0,
    }
  })
  serve(proofEndpoints.prove, async ({ body, caller }) => {
    const refused = await prove(deps, caller, body)
    if (!refused) await noteProof(query, caller.sessionId, now())
    return answerDone(refused)
  })
}

async function prove(
  deps: Deps,
  caller: Caller,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<Refused | null> {
  if (code !== undefined) return proveCode(deps, caller.userId, code)
  const proof = await provePassword(deps, caller, password)
  if (!proof.ok) return proof
  return proof.hash === null ? refuse('no_password') : null
}

/** The sign-in is complete; the browser got its cookie as the password was right. */
async function knowDevice(deps: Deps, userId: string, headers: Headers): Promise<void> {
  const device = readDevice(deps.config, headers)
  if (device === null) return
  const userAgent = headers.get('user-agent') ?? ''
  await noteDevice(deps, { userId, device, userAgent, isSignUp: false })
  deps.outbox.wake()
}
