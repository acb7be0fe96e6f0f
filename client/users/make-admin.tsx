import { useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import type { User } from '../../contract/user.ts'
import { userEndpoints } from '../../contract/user-endpoints.ts'
import { ApiError, call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type MakeAdminProps = { user: User; onChanged: () => void }

/** The way to become an admin, or the word that one is. */
export function MakeAdmin({ user, onChanged }: MakeAdminProps) {
  const [isBusy, setBusy] = useState(false)
  const admin = useRef<HTMLSpanElement>(null)
  const wasPressed = useRef(false)

  // The button is gone: what stands in its place takes the focus.
  const isAdmin = user.role === 'admin'
  useEffect(() => {
    if (isAdmin && wasPressed.current) admin.current?.focus()
  }, [isAdmin])

  async function press() {
    wasPressed.current = true
    setBusy(true)
    if (await makeAdmin(user.email)) onChanged()
    setBusy(false)
  }

  if (isAdmin) {
    return (
      <span className="user-fact" ref={admin} tabIndex={-1}>
        Admin
      </span>
    )
  }
  return (
    <Button
      variant="quiet"
      className="row-button"
      busy={isBusy}
      aria-label={`Make admin ${user.email}`}
      onClick={() => void press()}
    >
      Make admin
    </Button>
  )
}

/** Says how it went; false where nothing has changed. */
async function makeAdmin(email: string): Promise<boolean> {
  try {
    const { modifiedCount } = await call(userEndpoints.makeAdmin, { params: { email } })
    if (modifiedCount > 0) toast.success(messages.adminMade)
    // 0: somebody else was faster. The list says so.
    return true
  } catch (fault) {
    const isForbidden = fault instanceof ApiError && fault.status === 403
    const why = fault instanceof ApiError ? fault.message : 'Something went wrong on our side.'
    toast.error(isForbidden ? messages.adminNotMade : why)
    return false
  }
}
