import { useEffect, useRef, useState } from 'react'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { usersTexts } from './texts.ts'

type MakeAdminProps = { user: User; onChanged: () => void }

/** The way to become an admin, or the word that one is. */
export function MakeAdmin({ user, onChanged }: MakeAdminProps) {
  const t = useTexts(usersTexts)
  const makeAdmin = useMakeAdmin()
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
        {t.admin}
      </span>
    )
  }
  return (
    <Button
      variant="quiet"
      className="row-button"
      busy={isBusy}
      aria-label={t.makeAdminOf(user.email)}
      onClick={() => void press()}
    >
      {t.headings.makeAdmin}
    </Button>
  )
}

/** Says how it went; false where nothing has changed. */
function useMakeAdmin() {
  const { adminMade, adminNotMade } = useTexts(messageTexts)
  const { unexpected } = useTexts(sharedTexts)
  return async (email: string): Promise<boolean> => {
    try {
      const { modifiedCount } = await call(userEndpoints.makeAdmin, { params: { email } })
      if (modifiedCount > 0) toast.success(adminMade)
      // 0: somebody else was faster. The list says so.
      return true
    } catch (fault) {
      const isForbidden = fault instanceof ApiError && fault.status === 403
      const why = fault instanceof ApiError ? fault.message : unexpected
      toast.error(isForbidden ? adminNotMade : why)
      return false
    }
  }
}
