import { renewAccessToken } from '../../data/access-token.ts'

let timer: ReturnType<typeof setTimeout> | undefined
let lifetimeMs = 0
let due = Number.POSITIVE_INFINITY

/** Renews well before the end, so that a slow network does not matter. */
export function scheduleRenewal(expiresInSeconds: number) {
  lifetimeMs = expiresInSeconds * 1000
  postponeRenewal()
}

/** Another tab has just renewed the token that all of them share. */
export function postponeRenewal() {
  clearTimeout(timer)
  if (lifetimeMs === 0) return
  const wait = lifetimeMs * 0.75
  due = Date.now() + wait
  timer = setTimeout(renewIfDue, wait)
}

export function cancelRenewal() {
  clearTimeout(timer)
  lifetimeMs = 0
  due = Number.POSITIVE_INFINITY
}

/** Timers sleep with a laptop or a hidden tab: waking up asks too. */
export function renewIfDue() {
  // A failure here is no news: the next call finds its token refused and renews it itself.
  if (Date.now() >= due) renewAccessToken().catch(() => {})
}
