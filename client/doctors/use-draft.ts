import { useState } from 'react'
import type { Doctor } from '../../contract/doctors/doctor.ts'
import { useLanguage } from '../i18n/language.tsx'
import { type DoctorDraft, draftOf, findProblems, type Problems } from './doctor-draft.ts'

/** What is typed, and what is wrong with it: shown on submit, and from then on at every change. */
export function useDraft(doctor: Doctor | undefined, hasPhoto: boolean) {
  const [draft, setDraft] = useState<DoctorDraft>(() => draftOf(doctor))
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Problems>({})
  const found = findProblems(draft, hasPhoto, useLanguage())

  return {
    draft,
    found,
    problems: { ...(submitted && found), ...refused },
    refuse: setRefused,
    change(field: keyof DoctorDraft, value: string) {
      setDraft((before) => ({ ...before, [field]: value }))
      setRefused(({ [field]: _, ...others }) => others)
    },
    submit() {
      setSubmitted(true)
      setRefused({})
    },
    clear() {
      setDraft(draftOf(undefined))
      setSubmitted(false)
    },
  }
}
