/** A form with something typed that is not saved. */
type Guard = {
  /** What was typed is being sent. */
  isPending: boolean
  /** Closing that dialog loses it; closing one over the page of a form does not. */
  isInDialog: boolean
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

/** The same for `go` that leads to an address; the page that is open already loses nothing. */
export function leaveTo(address: string, go: () => void): void {
  const { pathname, search } = new URL(address, location.href)
  if (pathname === location.pathname && search === location.search) go()
  else leave(go)
}

/** The same for the dialog around a form, which stays while the form is being sent: a refusal is seen. */
export function closeForm(go: () => void): void {
  const form = guards.findLast(({ isInDialog }) => isInDialog)
  if (!form) go()
  else if (!form.isPending) form.ask(go)
}

/** Until the answer is called, the browser asks before it closes or reloads this page. */
export function holdTab(): () => void {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', onUnload)
  return () => window.removeEventListener('beforeunload', onUnload)
}
