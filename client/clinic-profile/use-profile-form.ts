import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ClinicProfile, clinicEndpoints } from '../../contract/clinic-endpoints.ts'
import { ApiError, call } from '../api.ts'
import { toast } from '../ui/toast.ts'
import { useProblems } from '../use-problems.ts'

export type ProfileField = keyof ClinicProfile

const fields = ['name', 'address', 'phone', 'openingHours', 'about', 'contact'] as const
const unexpected = 'Something went wrong on our side. Please try again.'

/** The profile as it is being written. What was typed stays, whatever the server answers. */
export function useProfileForm(profile: ClinicProfile) {
  const [saved, setSaved] = useState(profile)
  const [draft, setDraft] = useState(profile)
  const [busy, setBusy] = useState(false)
  const { show, forget, refuse, ...shown } = useProblems(fields)

  async function save(body: ClinicProfile) {
    setBusy(true)
    try {
      const now = await call(clinicEndpoints.changeProfile, { body })
      setSaved(now)
      // What was typed while it was being saved stays.
      setDraft((typed) => (typed === draft ? now : typed))
      toast.success('Clinic profile saved')
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
    isChanged: fields.some((field) => draft[field] !== saved[field]),
    change(field: ProfileField, text: string) {
      setDraft({ ...draft, [field]: text })
      forget([field])
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (busy) return
      const checked = z.safeParse(ClinicProfile, draft)
      show(checked.success ? {} : firstProblems(checked.error.issues))
      if (checked.success) void save(checked.data)
    },
  }
}

function firstProblems(issues: readonly z.core.$ZodIssue[]) {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}
