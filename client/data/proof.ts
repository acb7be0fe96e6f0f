let ask: () => Promise<boolean> = async () => false
let asking: Promise<boolean> | undefined

/** The session, once it is loaded, says how a person is asked to prove who they are. */
export function askForProofBy(way: () => Promise<boolean>) {
  ask = way
}

/** Asks who sits here to prove it; however many calls need that at once, one dialog serves them all. */
export function proveAgain(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

let lead: () => void = () => {}

/** The session says how staff are led to the page where they set up what their work asks for. */
export function leadToAccountBy(way: () => void) {
  lead = way
}

/** Their own password, or a second step, is missing. */
export function leadToAccount() {
  lead()
}
