import { useEffect, useSyncExternalStore } from 'react'
import { matchPath, useLocation } from 'react-router'
import { paths, staffPages } from '../../contract/page-paths.ts'
import { useOwnRole } from '../identity/own-role.ts'
import { useSession } from '../identity/session/session.tsx'

let isLoaded = false
const subscribers = new Set<() => void>()

function subscribe(onLoad: () => void) {
  subscribers.add(onLoad)
  return () => void subscribers.delete(onLoad)
}

function learnLoaded() {
  isLoaded = true
  for (const notify of subscribers) notify()
}

function usePlace(): 'staff' | 'own' | 'elsewhere' {
  const { pathname } = useLocation()
  const isStaff = useOwnRole().role !== 'patient'
  // The bar finds and shows patients; a page whose session has ended may stay at its address.
  if (useSession().status === 'anonymous') return 'elsewhere'
  if (Object.values(staffPages).some((path) => matchPath(path, pathname))) return 'staff'
  return isStaff && matchPath(`${paths.dashboard}/*`, pathname) ? 'own' : 'elsewhere'
}

/**
 * Whether a page stands in the staff's workspace: theirs always, and a page of their own as soon as
 * the workspace can take the place of the web site's frame at once.
 */
export function useWorkspace(): boolean {
  const place = usePlace()
  const canChange = useSyncExternalStore(
    subscribe,
    () => isLoaded,
    () => false,
  )
  return place === 'staff' || (place === 'own' && canChange)
}

/** Fetches the workspace for each part that needs it; `load` is the same function at every call. */
export function useWorkspaceLoading(load: () => Promise<unknown>) {
  const isWanted = usePlace() !== 'elsewhere'
  useEffect(() => {
    // Without it staff stay in the web site's frame.
    if (isWanted) load().then(learnLoaded, () => {})
  }, [isWanted, load])
}
