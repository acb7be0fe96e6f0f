import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from './session/session.tsx'

export type AdminStatus = 'unknown' | 'yes' | 'no' | 'failed'

type Known = { email: string; status: AdminStatus }

let known: Known = { email: '', status: 'unknown' }
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function know(next: Known) {
  known = next
  for (const listener of listeners) listener()
}

async function ask(email: string) {
  know({ email, status: 'unknown' })
  const { readAdmin } = await import('./session/session-calls.ts')
  const status = await readAdmin(email).then(
    (admin) => (admin ? ('yes' as const) : ('no' as const)),
    () => 'failed' as const,
  )
  // Somebody else may have signed in meanwhile.
  if (known.email === email) know({ email, status })
}

/** Whether the signed-in person is an admin: the server is asked once for each who signs in. */
export function useAdmin(): { status: AdminStatus; retry(): void } {
  const { email, status } = useSyncExternalStore(
    listen,
    () => known,
    () => known,
  )
  const signedIn = useSession().user?.email ?? ''

  useEffect(() => {
    if (signedIn !== '' && known.email !== signedIn) void ask(signedIn)
    if (signedIn === '' && known.email !== '') know({ email: '', status: 'unknown' })
  }, [signedIn])

  return { status: email === signedIn ? status : 'unknown', retry: () => void ask(signedIn) }
}

/** Whether the server has said that the signed-in person is an admin; asks nothing itself. */
export function useKnownAdmin(): boolean {
  const { email, status } = useSyncExternalStore(
    listen,
    () => known,
    () => known,
  )
  const { user } = useSession()
  return user !== undefined && user?.email === email && status === 'yes'
}
