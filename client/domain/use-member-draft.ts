import { useState } from 'react'
import type { FamilyDraft, FamilyMember } from '../../contract/patients/dependent.ts'
import { ApiError } from '../data/api.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { personTexts } from './person-texts.ts'

const fields = ['name'] as const
const fieldOf = { member_exists: 'name' } as const

/** A dependent as typed; nothing typed is lost until it is saved. */
export function useMemberDraft<Place extends HTMLElement>(before?: FamilyDraft) {
  const [draft, setDraft] = useState<FamilyDraft>(before ?? { name: '', relation: 'child' })
  const { problems, failure, place, show, forget, refuse } = useProblems<'name', Place>(fields)
  const { nameRequired } = useTexts(personTexts)
  const { unexpected } = useTexts(sharedTexts)

  /** Saves by `send`; `null` with the problem shown where that failed. */
  async function save(send: (draft: FamilyDraft) => Promise<FamilyMember>) {
    const name = draft.name.trim()
    show(name === '' ? { name: nameRequired } : {})
    if (name === '') return null
    try {
      return await send({ ...draft, name })
    } catch (fault) {
      const code = 'unexpected'
      refuse(
        fault instanceof ApiError ? fault : new ApiError({ status: 0, code, message: unexpected }),
        fieldOf,
      )
      return null
    }
  }

  return {
    draft,
    problem: problems.name,
    failure,
    place,
    save,
    change(part: Partial<FamilyDraft>) {
      setDraft({ ...draft, ...part })
      forget()
    },
  }
}
