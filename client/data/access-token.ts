const key = 'accessToken'

/** For browsers that forbid local storage: signed in until the tab closes. */
let inMemory: string | null = null

export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return inMemory
  }
}

export function storeAccessToken(token: string | null) {
  inMemory = token
  try {
    if (token === null) localStorage.removeItem(key)
    else localStorage.setItem(key, token)
  } catch {
    // The token stays in memory.
  }
}

/** Notifies when another tab stored or removed the token. Returns a function to unsubscribe. */
export function onAccessTokenChange(listen: (token: string | null) => void) {
  const read = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    if (event.key === key || event.key === null) listen(event.newValue)
  }
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

let exchange: () => Promise<boolean> = async () => false
let renewal: Promise<boolean> | undefined

/** The session code, once loaded, registers how a token is exchanged for a fresh one. */
export function renewAccessTokenBy(way: () => Promise<boolean>) {
  exchange = way
}

/** Renews the token; concurrent callers share one exchange. */
export function renewAccessToken(): Promise<boolean> {
  renewal ??= exchange().finally(() => {
    renewal = undefined
  })
  return renewal
}
