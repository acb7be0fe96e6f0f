import { type FormEvent, useState } from 'react'
import { openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useAffectingChange } from '../forms/use-affecting-change.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { draftOf, type Rules, type RulesDraft, readRules } from './opening-rules.ts'
import { openingTexts } from './opening-texts.ts'

const fields = ['horizonDays', 'leadHours', 'leadMinutes'] as const

/** The rules as they are being changed. What was typed stays, whatever the server answers. */
export function useRulesForm(saved: Rules, onSaved: () => void) {
  const language = useLanguage()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [tellPatients, setTellPatients] = useState(true)
  const { show, forget, refuse, ...shown } = useProblems(fields)

  const { busy, make, question } = useAffectingChange<Rules>({
    send: async (rules, confirmed) => {
      const body = { ...rules, confirmed, tellPatients: confirmed && tellPatients }
      setDraft(draftOf(await call(openingEndpoints.changeOpening, { body })))
      touch(endpoints.readCalendar)
      toast.success(openingTexts[language].saved)
      onSaved()
    },
    onRefused: (error) => refuse(error),
  })

  return {
    ...shown,
    draft,
    busy,
    question,
    tellPatients,
    setTellPatients,
    change(part: Partial<RulesDraft>) {
      setDraft({ ...draft, ...part })
      forget()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const { rules, problems = {} } = readRules(draft, language)
      show(problems)
      if (rules) make(rules)
    },
  }
}
