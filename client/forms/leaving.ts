import type { MouseEvent } from 'react'
import { noteUnsaved } from '../data/unsaved.ts'
import { askBeforeLeaving } from '../ui/leaving.ts'

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

askBeforeLeaving((go, address, press) => {
  const form = guards.findLast(({ isPending }) => !isPending)
  if (!form || isHere(address) || (press && opensElsewhere(press))) return go()
  press?.preventDefault()
  form.ask(go)
})

let agreedOn: string | undefined

/**
 * The way back or forward in the browser's history asks, too: where the browser lets a page hold it up, which is
 * once after each press or key (https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-navigate-event).
 */
globalThis.navigation?.addEventListener('navigate', (event) => {
  if (event.navigationType !== 'traverse' || !event.cancelable) return
  const { key, url } = event.destination
  const form = guards.findLast(({ isPending }) => !isPending)
  if (!form || isHere(url) || key === agreedOn) return
  event.preventDefault()
  form.ask(() => {
    agreedOn = key
    const { committed, finished } = navigation.traverseTo(key)
    void Promise.allSettled([committed, finished]).then(() => {
      agreedOn = undefined
    })
  })
})

/** The page that is open: going there loses nothing. */
function isHere(address: string | undefined): boolean {
  if (address === undefined) return false
  const { pathname, search } = new URL(address, location.href)
  return pathname === location.pathname && search === location.search
}

/** In another tab or window, or as a download. */
function opensElsewhere(press: MouseEvent): boolean {
  return press.button !== 0 || press.metaKey || press.altKey || press.ctrlKey || press.shiftKey
}

/** Until the answer is called, that form is asked before something leaves it. */
export function guard(form: Guard): () => void {
  guards = [...guards, form]
  const noteSaved = noteUnsaved()
  return () => {
    noteSaved()
    guards = guards.filter((one) => one !== form)
  }
}

/** Closes the dialog around a form, which stays while the form is being sent: a refusal is seen. */
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
