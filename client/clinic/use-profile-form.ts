import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ClinicProfile, clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { issueCode, issueTexts } from '../../contract/issues.ts'
import type { Language } from '../../contract/language.ts'
import { ApiError, call } from '../data/api.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { profileTexts } from './profile-texts.ts'

export type ProfileField = keyof ClinicProfile

const fields = ['name', 'address', 'phone', 'openingHours', 'about', 'contact'] as const

/** The profile as it is being written. What was typed stays, whatever the server answers. */
export function useProfileForm(profile: ClinicProfile) {
  const language = useLanguage()
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
      toast.success(profileTexts[language].saved)
    } catch (fault) {
      const message = sharedTexts[language].unexpected
      const failure = { status: 0, code: 'internal', message }
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
      show(checked.success ? {} : firstProblems(checked.error.issues, language))
      if (checked.success) void save(checked.data)
    },
  }
}

function firstProblems(issues: readonly z.core.$ZodIssue[], language: Language) {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) {
    problems[String(path[0])] ??= issueTexts[language][issueCode(message)]
  }
  return problems
}
