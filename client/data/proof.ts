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

let leadToFactors: () => void = () => {}

/** The session says how staff are led to set up the second step that their work asks for. */
export function leadToFactorsBy(way: () => void) {
  leadToFactors = way
}

export function factorNeeded() {
  leadToFactors()
}
