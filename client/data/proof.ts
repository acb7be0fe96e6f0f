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

/** Nobody can be asked: a call that needs a proof is refused. */
export function refuseToProve() {
  askForProofBy(async () => false)
}

/** Asks the user to prove their identity, once that code is loaded; concurrent calls share one dialog. */
export function proveAgain(): Promise<boolean> {
  asking ??= ask
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
