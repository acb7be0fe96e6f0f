let ask: () => Promise<boolean> = async () => false
let asking: Promise<boolean> | undefined

/** The session code, once loaded, registers how a user is asked to prove their identity. */
export function askForProofBy(way: () => Promise<boolean>) {
  ask = way
}

/** Asks the user to prove their identity; concurrent calls share one dialog. */
export function proveAgain(): Promise<boolean> {
  asking ??= ask().finally(() => {
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
