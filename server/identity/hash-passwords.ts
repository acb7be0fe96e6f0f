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

/** better-auth's own hashing (scrypt), a few at a time. */
export const passwords = {
  hash: (password: string) => inTurn(() => hashPassword(password)),
  verify: (known: { hash: string; password: string }) => inTurn(() => verifyPassword(known)),
}
