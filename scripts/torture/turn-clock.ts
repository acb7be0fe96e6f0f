import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the portal: at each SIGUSR2 the process's clock steps back an hour, as on a machine whose clock
 * was wrong.
 */
const RealDate = Date
let behindMs = 0

class TurnedDate extends RealDate {
  constructor(...words: ConstructorParameters<typeof Date> | []) {
    if (words.length === 0) super(RealDate.now() - behindMs)
    else super(...words)
  }

  static override now(): number {
    return RealDate.now() - behindMs
  }
}

Object.assign(globalThis, { Date: TurnedDate })
if (isMainThread) {
  process.on('SIGUSR2', () => {
    behindMs += 3_600_000
  })
}
