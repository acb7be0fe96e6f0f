const key = 'signOutUnfinished'

/**
 * A sign-out that never reached the server: its cookie would sign the person in again at the next
 * page view, so the server is notified as soon as it can be reached.
 */
export function signOutIsUnfinished(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function markSignOut(unfinished: boolean) {
  try {
    if (unfinished) localStorage.setItem(key, 'true')
    else localStorage.removeItem(key)
  } catch {
    // Without local storage there is no other page view that could remember.
  }
}
