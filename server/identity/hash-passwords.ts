import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { callInHand } from './note-call.ts'

/** At once: libuv has four threads, and what else waits for one must not wait for passwords. */
const mostAtOnce = 2

/** Runs so many tasks at a time and the others after them, in their order. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
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

const inTurn = createTurns(mostAtOnce)

/** How passwords become what is stored, `salt:key`, and are compared with it. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** The hash that a password has with a salt. */
  hashWith(password: string, salt: string): Promise<string>
  verify(known: { hash: string; password: string }): Promise<boolean>
}

/** `derive` makes the key of a password. */
export function createPasswords(
  derive: (password: string, salt: string) => Promise<Buffer>,
): Passwords {
  const hashWith = async (password: string, salt: string) => {
    const key = await derive(password.normalize('NFKC'), salt)
    return `${salt}:${key.toString('hex')}`
  }
  return {
    hash: async (password) => {
      const { hash, salt } = callInHand()
      return hash ?? (await hashWith(password, salt ?? randomBytes(16).toString('hex')))
    },
    hashWith,
    verify: async ({ hash, password }) =>
      hash === callInHand().hash || isEqual(hash, await hashWith(password, saltOf(hash))),
  }
}

/** Hashes as better-auth 1.7 does, a few at a time, by scrypt. */
export const passwords = createPasswords((password, salt) =>
  inTurn(() => deriveKey(password, salt)),
)

export function saltOf(hash: string): string {
  const [salt = ''] = hash.split(':', 1)
  return salt
}

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, cost, (fault, key) => (fault ? reject(fault) : resolve(key)))
  })
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
