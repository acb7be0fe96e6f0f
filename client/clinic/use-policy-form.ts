import { type FormEvent, useState } from 'react'
import {
  changeEndpoints,
  staffPolicyEndpoints,
} from '../../contract/appointments/change-endpoints.ts'
import type { Policy } from '../../contract/clinic/policy.ts'
import { ApiError, call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { draftOf, type PolicyDraft, policyFields, readDraft } from './policy-draft.ts'
import { policyPageTexts } from './policy-texts.ts'

/** The policy as it is being changed. What was typed stays, whatever the server answers. */
export function usePolicyForm(policy: Policy) {
  const t = useTexts(policyPageTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [saved, setSaved] = useState(policy)
  const [draft, setDraft] = useState(() => draftOf(policy))
  const [busy, setBusy] = useState(false)
  const { show, forget, refuse, ...shown } = useProblems(policyFields)

  async function save(body: Policy) {
    setBusy(true)
    try {
      const now = await call(staffPolicyEndpoints.changePolicy, { body })
      touch(changeEndpoints.readPolicy)
      setSaved(now)
      // What was typed while it was being saved stays.
      setDraft((typed) => (typed === draft ? draftOf(now) : typed))
      toast.success(t.saved)
    } catch (fault) {
      const failure = { status: 0, code: 'internal', message: unexpected }
      refuse(fault instanceof ApiError ? fault : new ApiError(failure))
    }
    setBusy(false)
  }

  return {
    ...shown,
    draft,
    busy,
    isChanged: !isSame(draft, draftOf(saved)),
    change(part: Partial<PolicyDraft>) {
      setDraft({ ...draft, ...part })
      forget()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (busy) return
      const { policy: read, problems = {} } = readDraft(draft, t)
      show(problems)
      if (read) void save(read)
    },
  }
}

function isSame(one: PolicyDraft, other: PolicyDraft): boolean {
  const plain = ({ reminders, ...rest }: PolicyDraft) =>
    JSON.stringify([rest, reminders.map(({ amount, unit }) => [amount, unit])])
  return plain(one) === plain(other)
}
