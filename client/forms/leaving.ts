/** A form with something typed that is not saved. */
type Guard = {
  /** What was typed is being sent. */
  isPending: boolean
  ask(go: () => void): void
}

/** The newest last. */
let guards: readonly Guard[] = []

/** Until the answer is called, that form is asked before something leaves it. */
export function guard(form: Guard): () => void {
  guards = [...guards, form]
  return () => {
    guards = guards.filter((one) => one !== form)
  }
}

/** Runs `go`; where something typed would be lost, only once the reader agrees. */
export function leave(go: () => void): void {
  const form = guards.findLast(({ isPending }) => !isPending)
  if (form) form.ask(go)
  else go()
}

/** The same for the dialog around a form, which stays while the form is being sent: a refusal is seen. */
export function closeForm(go: () => void): void {
  if (!guards.at(-1)?.isPending) leave(go)
}
