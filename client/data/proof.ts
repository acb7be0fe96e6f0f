import { onSessionState, readSessionState } from '../identity/session/session-state.ts'

type Ask = () => Promise<boolean>

let registerFirst: (way: Ask) => void = () => {}
let ask = new Promise<Ask>((resolve) => {
  registerFirst = resolve
})
let asking: Promise<boolean> | undefined

/** The session code, once loaded, registers how a user is asked to prove their identity. */
export function askForProofBy(way: Ask) {
  registerFirst(way)
  ask = Promise.resolve(way)
}

const refuse: Ask = async () => false

/** Nobody can be asked: a call that needs a proof is refused. */
export function refuseToProve() {
  askForProofBy(refuse)
}

/** How to ask, once that code is loaded; nobody is asked after the session that the call was made in. */
async function wayToAsk(): Promise<Ask> {
  let stop = () => {}
  const ended = new Promise<Ask>((resolve) => {
    stop = onSessionState(() => readSessionState().status === 'anonymous' && resolve(refuse))
  })
  return await Promise.race([ask, ended]).finally(stop)
}

/** Asks the user to prove their identity; concurrent calls share one dialog. */
export function proveAgain(): Promise<boolean> {
  asking ??= wayToAsk()
    .then((way) => way())
    .finally(() => {
      asking = undefined
    })
  return asking
}

let lead: () => void = () => {}

/** The session code registers how staff are led to the page where they set up what their role requires. */
export function leadToAccountBy(way: () => void) {
  lead = way
}

/** A password of their own, or a second factor, is missing. */
export function leadToAccount() {
  lead()
}
