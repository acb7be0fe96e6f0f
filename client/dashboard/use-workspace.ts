import { matchPath, useLocation } from 'react-router'
import { paths, staffPages } from '../../contract/page-paths.ts'
import { useKnownAdmin } from '../identity/admin-status.ts'

/** Whether a page stands in the staff's workspace: theirs always, and a patient's own where an admin looks at it. */
export function useWorkspace(): boolean {
  const { pathname } = useLocation()
  const isAdmin = useKnownAdmin()
  if (Object.values(staffPages).some((path) => matchPath(path, pathname))) return true
  return isAdmin && matchPath(`${paths.dashboard}/*`, pathname) !== null
}
