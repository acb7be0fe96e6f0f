import { type FormEvent, useState } from 'react'
import { openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import type { Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useAffectingChange } from '../forms/use-affecting-change.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { type ClosingDraft, type ClosingField, findProblems, withChange } from './closing-draft.ts'
import { closedText } from './closure-text.ts'

const empty: ClosingDraft = { from: '', to: '', reason: '' }
const fields = ['from', 'to', 'reason'] as const
const fieldOf = { days_backwards: 'to', too_many_days: 'to' } as const

/** Days about to be closed. What was typed stays until they are. */
export function useCloseDays(today: Day, onClosed: () => void) {
  const language = useLanguage()
  const [draft, setDraft] = useState(empty)
  const [tellPatients, setTellPatients] = useState(true)
  const { show, forget, refuse, ...shown } = useProblems(fields)

  const { busy, make, question } = useAffectingChange<ClosingDraft>({
    send: async (days, confirmed) => {
      const body = { ...days, confirmed, tellPatients: confirmed && tellPatients }
      const { closed, told } = await call(openingEndpoints.addClosure, { body })
      touch(endpoints.readCalendar)
      toast.success(closedText(language, closed, told))
      setDraft(empty)
      onClosed()
    },
    onRefused: (error) => refuse(error, fieldOf),
  })

  return {
    ...shown,
    draft,
    busy,
    question,
    tellPatients,
    setTellPatients,
    change(field: ClosingField, text: string) {
      setDraft(withChange(draft, field, text))
      forget()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const problems = findProblems(draft, today, language)
      show(problems)
      if (Object.keys(problems).length === 0) make(draft)
    },
  }
}
