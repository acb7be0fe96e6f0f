import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { endpoints } from '../../contract/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useAffectingChange } from '../forms/use-affecting-change.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { formTexts } from './texts-form.ts'
import {
  draftOf,
  isSameDraft,
  readDraft,
  type TreatmentBody,
  type TreatmentDraft,
} from './treatment-draft.ts'

const fields = ['name', 'price', 'slots'] as const
const fieldOf = { treatment_exists: 'name', slots_overlap: 'slots' } as const

/** A treatment's form: the draft, what is wrong with it, and saving it. */
export function useTreatmentForm(treatment: StaffTreatment | undefined, onSaved: () => void) {
  const language = useLanguage()
  const t = formTexts[language]
  const [initial] = useState(() => draftOf(treatment))
  const [draft, setDraft] = useState(initial)
  const [isUnfinished, setUnfinished] = useState(false)
  const { show, forget, refuse, ...shown } = useProblems<(typeof fields)[number], HTMLElement>(
    fields,
  )
  const navigate = useNavigate()

  const { busy, make, question } = useAffectingChange<TreatmentBody>({
    send: async (change, confirmed) => {
      await save(treatment, { ...change, confirmed })
      touch(endpoints.listTreatments)
      toast.success(treatment ? t.saved(change.name) : t.added(change.name))
      onSaved()
      void navigate(paths.treatments)
    },
    onRefused: (error) => refuse(error, fieldOf),
  })

  return {
    ...shown,
    draft,
    busy,
    question,
    isChanged: isUnfinished || !isSameDraft(draft, initial),
    /** A time is typed and not in the list. */
    setUnfinished,
    change(part: Partial<TreatmentDraft>) {
      setDraft({ ...draft, ...part })
      forget(Object.keys(part))
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const { body, problems } = readDraft(draft, language)
      if (problems) show(problems)
      else if (isUnfinished) show({ slots: t.timeNotInList })
      else make(body)
    },
  }
}

async function save(
  treatment: StaffTreatment | undefined,
  body: TreatmentBody & { confirmed: boolean },
) {
  if (!treatment) return await call(treatmentEndpoints.addTreatment, { body })
  return await call(treatmentEndpoints.changeTreatment, { params: { id: treatment._id }, body })
}
