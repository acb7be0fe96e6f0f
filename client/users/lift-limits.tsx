import { useState } from 'react'
import { userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { usersTexts } from './texts.ts'

/** Whether the limits of the policy hold for a patient, and the way to change that. */
export function LiftLimits({ user, onChanged }: { user: User; onChanged: () => void }) {
  const t = useTexts(usersTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [isBusy, setBusy] = useState(false)
  const { email, unbounded } = user

  async function change() {
    if (isBusy) return
    setBusy(true)
    try {
      await call(userEndpoints.changeLimits, { params: { email }, body: { unbounded: !unbounded } })
      onChanged()
    } catch (fault) {
      toast.error(fault instanceof ApiError ? fault.message : unexpected)
    }
    setBusy(false)
  }

  return (
    <span className="user-name">
      {unbounded && `${t.limitsLifted} `}
      <button
        type="button"
        className="user-limits"
        aria-label={unbounded ? t.setLimitsOf(email) : t.liftLimitsOf(email)}
        aria-busy={isBusy || undefined}
        onClick={() => void change()}
      >
        {unbounded ? t.setLimits : t.liftLimits}
      </button>
    </span>
  )
}
