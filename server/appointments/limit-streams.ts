import { networkOf } from '../http/client-address.ts'
import { type Failure, fail, failTooMany } from '../http/errors.ts'

/** Open at once: more than the patients of any clinic, and still cheap to tell. */
const mostStreams = 5_000
/** A household, an office or a school behind one address. */
const mostPerAddress = 50
/** Seconds after which a refused reader may try again; meanwhile it asks now and then. */
const waitSeconds = 60

/** Counts the open streams of this process. `take` answers how to give the place back. */
export function createStreamLimit({ rateLimit }: { rateLimit: boolean }) {
  const byNetwork = new Map<string, number>()
  let open = 0

  function take(address: string): (() => void) | Failure {
    if (open >= mostStreams) return fail('unavailable')
    const network = networkOf(address)
    const here = byNetwork.get(network) ?? 0
    if (rateLimit && here >= mostPerAddress) return failTooMany(waitSeconds)
    open += 1
    byNetwork.set(network, here + 1)
    return () => giveBack(network)
  }

  function giveBack(network: string): void {
    open -= 1
    const here = (byNetwork.get(network) ?? 1) - 1
    if (here > 0) byNetwork.set(network, here)
    else byNetwork.delete(network)
  }

  return { take }
}
