import { hashPassword, verifyPassword } from 'better-auth/crypto'

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

/** How passwords become what is stored, and are compared with it. */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(known: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's own hashing (scrypt), a few at a time. */
export const passwords: Passwords = {
  hash: (password) => inTurn(() => hashPassword(password)),
  verify: (known) => inTurn(() => verifyPassword(known)),
}
