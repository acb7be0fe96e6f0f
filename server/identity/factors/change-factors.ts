import type { Factors } from '../../../contract/identity/factors.ts'
import { readClinicName } from '../../clinic/read-clinic.ts'
import type { Queries } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { deleteSessions, lockUser } from '../account/queries.ts'
import type { Caller } from '../caller.ts'
import { createOwnerMail } from '../mails/mail-owner.ts'
import { type Refused, refuse } from '../refusal.ts'
import { makeRecoveryCodes, makeSecret, proveNewApp } from './codes.ts'
import {
  deleteAllFactors,
  deleteFactor,
  deleteRecoveryCodes,
  findApp,
  readFactors,
  replaceRecoveryCodes,
  storeApp,
} from './queries.ts'

type Outcome<Done> = Refused | ({ ok: true } & Done)

/** What the account has for a second step, and whether it must have something. */
export async function showFactors(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): Promise<Factors> {
  const required = config.staffSecondFactor && role !== 'patient'
  return { ...(await readFactors(database.query, userId)), required }
}

/** Begins with an authenticator app, or again with another one until a code has confirmed it. */
export async function startAuthenticator(
  deps: Deps,
  { userId, email, verified }: Caller,
): Promise<Outcome<{ secret: string; address: string }>> {
  if (!verified) return refuse('address_unproved')
  const { database, clock } = deps
  const clinic = await readClinicName(database.query)
  const { stored, secret, address } = await makeSecret(deps, { clinic, email })
  const addedAt = clock().toISOString()
  const isStored = await storeApp(database.query, { userId, secret: stored, addedAt })
  return isStored ? { ok: true, secret, address } : refuse('authenticator_exists')
}

export async function confirmAuthenticator(
  deps: Deps,
  { userId, email }: Caller,
  code: string,
): Promise<Refused | null> {
  const refused = await proveNewApp(deps, userId, code)
  if (refused?.reason === 'wrong_code') {
    const app = await findApp(deps.database.query, userId)
    return app?.confirmedAt ? refuse('authenticator_exists') : refused
  }
  if (refused) return refused
  await tellOfFactors(deps, email, 'added')
  return null
}

/** New recovery codes for an account that has a second step. */
export async function renewRecoveryCodes(
  { database }: Deps,
  { userId }: Caller,
): Promise<Outcome<{ codes: string[] }>> {
  const { codes, hashes } = makeRecoveryCodes(userId)
  return database.query.transaction().execute(async (query) => {
    await lockUser(query, database.engine, userId)
    if (!isProtected(await readFactors(query, userId))) return refuse('no_second_factor')
    await replaceRecoveryCodes(query, userId, hashes)
    return { ok: true, codes }
  })
}

/** Of two that are removed at once, the last of a person who must have one stays. */
export async function removeFactor(
  deps: Deps,
  caller: Caller,
  which: 'app' | { passkey: string },
): Promise<Refused | 'gone' | null> {
  const { config, database } = deps
  const { userId, role, email } = caller
  const isRequired = config.staffSecondFactor && role !== 'patient'
  const outcome = await database.query.transaction().execute(async (query) => {
    await lockUser(query, database.engine, userId)
    const { authenticator, passkeys } = await readFactors(query, userId)
    const counts =
      which === 'app' ? authenticator : passkeys.some(({ _id }) => _id === which.passkey)
    const isLast = counts && Number(authenticator) + passkeys.length === 1
    if (isRequired && isLast) return refuse('last_factor')
    if (!(await deleteFactor(query, userId, which))) return 'gone'
    if (isLast) await deleteRecoveryCodes(query, userId)
    return null
  })
  if (outcome === null) await tellOfFactors(deps, email, 'removed')
  return outcome
}

/**
 * An admin takes the second step from somebody who has lost it: they sign in by their password alone and
 * set up another. Sessions end, also of whoever has the lost device. False where there is no such account.
 */
export async function resetFactors(deps: Deps, email: string): Promise<boolean> {
  const { database } = deps
  const isReset = await database.query.transaction().execute(async (query) => {
    const userId = await findUserId(query, email)
    if (!userId) return false
    await lockUser(query, database.engine, userId)
    await deleteAllFactors(query, userId)
    await deleteSessions(query, userId)
    return true
  })
  if (isReset) await tellOfFactors(deps, email, 'reset')
  return isReset
}

async function findUserId(query: Queries, email: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('claims', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The holder of the account learns of every change of what protects it. */
export async function tellOfFactors(
  deps: Deps,
  email: string,
  change: 'added' | 'removed' | 'reset',
): Promise<void> {
  await createOwnerMail(deps).sendFactorsChanged(email, change)
  deps.outbox.wake()
}

function isProtected({ authenticator, passkeys }: { authenticator: boolean; passkeys: unknown[] }) {
  return authenticator || passkeys.length > 0
}
