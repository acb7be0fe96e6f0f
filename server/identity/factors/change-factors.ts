import { hash, randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Factors } from '../../../contract/identity/factors.ts'
import { readClinicName } from '../../clinic/read-clinic.ts'
import type { Queries } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { allSecrets, deriveKey, type Secrets } from '../../secrets.ts'
import { deleteSessions, lockUser } from '../account/queries.ts'
import type { Caller } from '../caller.ts'
import { forgiveProofs, limitProofs } from '../limit-guesses.ts'
import { createOwnerMail } from '../mails.ts'
import { holdSession } from '../passwords/hold-password.ts'
import { sessionExists } from '../queries.ts'
import { type Refused, refuse } from '../refusal.ts'
import {
  type AppCode,
  acceptStep,
  confirmApp,
  deleteAllFactors,
  deleteFactor,
  deleteRecoveryCodes,
  findApp,
  readFactors,
  replaceRecoveryCodes,
  spendRecoveryCode,
  storeApp,
  updatePasskeyName,
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

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits'>

/** Of an authenticator app (RFC 6238): what every one of them takes. */
const periodMs = 30_000
const digits = 6

/** A new secret as it is stored, and the address from which an app takes it. */
async function makeSecret({ config }: Parts, label: { clinic: string; email: string }) {
  const plain = randomText(32)
  const address = createOTP(plain, { digits, period: periodMs / 1000 }).url(
    label.clinic,
    label.email,
  )
  return {
    stored: await symmetricEncrypt({ key: keyOf(config.authSecret), data: plain }),
    address,
    /** To be typed where no camera is. */
    secret: new URL(address).searchParams.get('secret') ?? '',
  }
}

/**
 * Checks a code of the account's app, or one of its recovery codes; each is accepted once. Attempts are
 * counted for the account, before they are looked at, as those of passwords are.
 */
export async function proveCode(
  parts: Parts,
  userId: string,
  typed: string,
): Promise<Refused | null> {
  const { query } = parts.database
  return proveBy(parts, userId, async () => {
    const code = withoutGaps(typed)
    if (!isOfApp(code)) return spendRecoveryCode(query, userId, hashOf(userId, code))
    return proveByApp(parts, { userId, code }, (right) => acceptStep(query, right))
  })
}

type Holder = Pick<Caller, 'userId' | 'sessionId'>

/** Checks the first code of an app, by which it counts from now on, unless the session has ended. */
async function proveNewApp(parts: Parts, caller: Holder, typed: string): Promise<Refused | null> {
  const { clock, database } = parts
  const { userId } = caller
  const now = clock().toISOString()
  const confirm = (right: AppCode) =>
    database.query.transaction().execute(async (query) => {
      const account = await holdSession(query, database.engine, caller)
      return account !== null && confirmApp(query, right, now)
    })
  return proveBy(parts, userId, async () => {
    const code = withoutGaps(typed)
    return isOfApp(code) && proveByApp(parts, { userId, code }, confirm)
  })
}

const withoutGaps = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')
const isOfApp = (code: string) => /^\d{6}$/.test(code)

async function proveBy(
  parts: Parts,
  userId: string,
  isRight: () => Promise<boolean>,
): Promise<Refused | null> {
  const refused = await limitProofs(parts, userId)
  if (refused) return refused
  if (!(await isRight())) return refuse('wrong_code')
  await forgiveProofs(parts, userId)
  return null
}

async function proveByApp(
  parts: Parts,
  { userId, code }: { userId: string; code: string },
  accept: (right: AppCode) => Promise<boolean>,
): Promise<boolean> {
  const app = await findApp(parts.database.query, userId)
  if (!app) return false
  const { secret } = app
  const step = await findStep(parts, secret, code)
  return step !== null && accept({ userId, secret, step })
}

const keyOf = (secret: string) => deriveKey(secret, 'second factors')

/** It was encrypted by AUTH_SECRET of now or by a former one. */
async function decrypt(secrets: Secrets, stored: string): Promise<string> {
  const [last, ...others] = allSecrets(secrets).toReversed()
  for (const secret of others.toReversed()) {
    const plain = await symmetricDecrypt({ key: keyOf(secret), data: stored }).catch(() => null)
    if (plain !== null) return plain
  }
  return symmetricDecrypt({ key: keyOf(last ?? ''), data: stored })
}

/** The step that a code belongs to: the present one, or a neighbour, for clocks that differ. */
async function findStep({ config, clock }: Parts, stored: string, code: string) {
  const secret = await decrypt(config, stored)
  const now = Math.floor(clock().getTime() / periodMs)
  for (const step of [now, now - 1, now + 1]) {
    if ((await createOTP(secret, { digits }).hotp(step)) === code) return step
  }
  return null
}

/** Ten codes of 117 bits, as `xxxx-xxxx-xxxx-xxxx-xxxx-xxxx`. */
function makeRecoveryCodes(userId: string) {
  const codes = Array.from({ length: 10 }, () => randomText(24, 'abcdefghjkmnpqrstuvwxyz2345678'))
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: codes.map((code) => hashOf(userId, code)),
  }
}

/** More than 112 random bits need no slow hash (OWASP ASVS 6.5.2); codes made earlier have 78. */
const hashOf = (userId: string, code: string) => hash('sha256', `${userId} ${code}`, 'hex')

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomText(length: number, letters = lettersAndDigits): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Makes an app count. Whoever takes an account back removes what was added to sign in by and ends its sessions: a call of
 * one that has `ended` adds nothing afterwards.
 */
export async function confirmAuthenticator(
  deps: Deps,
  caller: Caller,
  code: string,
): Promise<Refused | 'ended' | null> {
  const { query } = deps.database
  const { userId, sessionId, email } = caller
  const refused = await proveNewApp(deps, caller, code)
  if (refused?.reason === 'wrong_code') {
    if (!(await sessionExists(query, sessionId))) return 'ended'
    const app = await findApp(query, userId)
    return app?.confirmedAt ? refuse('authenticator_exists') : refused
  }
  if (refused) return refused
  await tellOfFactors(deps, email, 'added')
  return null
}

/** New recovery codes for an account that has a second step, unless the session has ended. */
export async function renewRecoveryCodes(
  { database }: Deps,
  caller: Holder,
): Promise<Outcome<{ codes: string[] }> | 'ended'> {
  const { userId } = caller
  const { codes, hashes } = makeRecoveryCodes(userId)
  return database.query.transaction().execute(async (query) => {
    if (!(await holdSession(query, database.engine, caller))) return 'ended'
    if (!isProtected(await readFactors(query, userId))) return refuse('no_second_factor')
    await replaceRecoveryCodes(query, userId, hashes)
    return { ok: true, codes }
  })
}

/**
 * Of two that are removed at once, the last of a person who must have one stays. A call of a session that has `ended`
 * removes nothing.
 */
export async function removeFactor(
  deps: Deps,
  caller: Caller,
  which: 'app' | { passkey: string },
): Promise<Refused | 'gone' | 'ended' | null> {
  const { config, database } = deps
  const { userId, role, email } = caller
  const isRequired = config.staffSecondFactor && role !== 'patient'
  const outcome = await database.query.transaction().execute(async (query) => {
    if (!(await holdSession(query, database.engine, caller))) return 'ended'
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

/** What the holder calls a passkey, unless the session has ended. */
export async function namePasskey(
  { database }: Pick<Deps, 'database'>,
  caller: Holder,
  passkey: { id: string; name: string },
): Promise<'gone' | 'ended' | null> {
  return database.query.transaction().execute(async (query) => {
    if (!(await holdSession(query, database.engine, caller))) return 'ended'
    const { userId } = caller
    return (await updatePasskeyName(query, { ...passkey, userId })) ? null : 'gone'
  })
}

/**
 * An admin removes a second step that its holder has lost; they sign in with the password alone and set up
 * another. All sessions end, also that of the lost device. False if there is no such account.
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
