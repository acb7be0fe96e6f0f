import { hash, randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Deps } from '../../deps.ts'
import { allSecrets, deriveKey, type Secrets } from '../../secrets.ts'
import { forgiveProofs, limitProofs } from '../limit-guesses.ts'
import { type Refused, refuse } from '../refusal.ts'
import { type AppCode, acceptStep, confirmApp, findApp, spendRecoveryCode } from './queries.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits'>

/** Of an authenticator app (RFC 6238): what every one of them takes. */
const periodMs = 30_000
const digits = 6

/** A new secret as it is stored, and the address from which an app takes it. */
export async function makeSecret({ config }: Parts, label: { clinic: string; email: string }) {
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

/** Checks the first code of an app, by which it counts from now on. */
export async function proveNewApp(
  parts: Parts,
  userId: string,
  typed: string,
): Promise<Refused | null> {
  const now = parts.clock().toISOString()
  return proveBy(parts, userId, async () => {
    const code = withoutGaps(typed)
    const confirm = (right: AppCode) => confirmApp(parts.database.query, right, now)
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
export function makeRecoveryCodes(userId: string) {
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
