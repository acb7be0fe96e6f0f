import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { promisify } from 'node:util'
import { Busy } from '../../http/errors.ts'
import { atOnce } from '../../http/limits.ts'
import { callInHand } from '../note-call.ts'

/**
 * Runs at most `most` tasks concurrently and the others after them, in order. Throws `Busy` if `mostWaiting`
 * tasks wait already.
 */
export function createTurns(most: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw new Busy('hashes_waiting')
    // Who ends hands its turn over, so a newcomer never passes those who wait.
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** libuv has four threads, and what else waits for one must not wait for passwords. */
const inTurn = createTurns(atOnce.hashes.most, atOnce.hashes_waiting.most)

/** How much lower the priority of hashing is than that of the thread which serves. */
const yielding = 10
let hasYielded = false

/**
 * Where every processor is busy hashing gets what serving leaves, not half of it: libuv's threads are
 * given a lower priority, once, when the first hash has started them. Only Linux gives each thread its
 * own, and only where /proc can be read; elsewhere hashing is as urgent as all else.
 */
function yieldToServing(): void {
  if (hasYielded || process.platform !== 'linux') return
  hasYielded = true
  const threads = '/proc/self/task'
  try {
    const priority = Math.min(19, getPriority() + yielding)
    for (const thread of readdirSync(threads)) {
      const name = readFileSync(`${threads}/${thread}/comm`, 'utf8').trim()
      if (name === 'libuv-worker') setPriority(Number(thread), priority)
    }
  } catch {
    // A sandbox that hides it takes nothing but the preference.
  }
}

/** How passwords become what is stored, `salt:key`, and are compared with it. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** The hash that a password has with a salt. */
  hashWith(password: string, salt: string): Promise<string>
  verify(known: { hash: string; password: string }): Promise<boolean>
}

type Derive = (password: string, salt: string) => Promise<Buffer>

/** `derive` makes the key of a password. */
export function createPasswords(derive: Derive): Passwords {
  const hashWith = async (password: string, salt: string) => {
    const key = await derive(password.normalize('NFKC'), salt)
    return `${salt}:${key.toString('hex')}`
  }
  return {
    hash: async (password) => {
      const { hash, salt } = callInHand()
      return hash ?? (await hashWith(password, salt ?? newSalt()))
    },
    hashWith,
    verify: async ({ hash, password }) =>
      hash === callInHand().hash || isEqual(hash, await hashWith(password, saltOf(hash))),
  }
}

/** How the salts of argon2id's keys begin; keys of other salts are scrypt's, as better-auth 1.7 makes them. */
const mark = 'argon2id-'

/** A salt of these random hexadecimal digits, or of 32 new ones. */
export function newSalt(digits = randomBytes(16).toString('hex')): string {
  return `${mark}${digits}`
}

/** Whether a hash was made before argon2id, and is to be replaced once its password is known. */
export function isFormer(hash: string): boolean {
  return !hash.startsWith(mark)
}

/** Hashes by argon2id, a few at a time. */
export function createSlowPasswords(formersLeft: () => Promise<boolean>): Passwords {
  return createPasswords(deriveAlike({ argon2id: deriveKey, scrypt: deriveFormerKey }, formersLeft))
}

/**
 * As long as any account has a scrypt hash, both keys are derived for every salt: a check must take equally
 * long for scrypt, for argon2id and without an account. After the last is replaced, one key is enough.
 */
export function deriveAlike(
  ways: { argon2id: Derive; scrypt: Derive },
  formersLeft: () => Promise<boolean>,
): Derive {
  return async (password, salt) => {
    const areLeft = await formersLeft()
    return inTurn(async () => {
      const deriving = ways.argon2id(password, salt)
      yieldToServing()
      const key = await deriving
      // Another sign-in may have replaced the last of them since its salt was read.
      if (!areLeft && !isFormer(salt)) return key
      const former = await ways.scrypt(password, salt)
      return isFormer(salt) ? former : key
    })
  }
}

export function saltOf(hash: string): string {
  const [salt = ''] = hash.split(':', 1)
  return salt
}

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id (2026): KiB, rounds, lanes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 64 }
const formerCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

const deriveByArgon2 = promisify(argon2)

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return deriveByArgon2('argon2id', { message: password, nonce: salt, ...cost })
}

function deriveFormerKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, formerCost, (fault, key) => (fault ? reject(fault) : resolve(key)))
  })
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
