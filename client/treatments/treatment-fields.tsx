import type { FormEvent } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/field.tsx'
import { formTexts } from './texts-form.ts'
import type { Problems, TreatmentDraft } from './treatment-draft.ts'

type TreatmentFieldsProps = {
  id: string
  isNew: boolean
  draft: TreatmentDraft
  problems: Problems
  change: (part: Partial<TreatmentDraft>) => void
  submit: (event: FormEvent) => void
}

export function TreatmentFields(props: TreatmentFieldsProps) {
  const t = useTexts(formTexts)
  const { id, isNew, draft, problems, change, submit } = props
  return (
    <form className="treatment-fields" id={id} noValidate onSubmit={submit}>
      <Field
        label={t.name}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label={t.price}
        name="price"
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="99.00"
        value={draft.price}
        error={problems.price}
        onChange={({ target }) => change({ price: target.value })}
      />
      {!isNew && <p className="treatment-note">{t.priceStays}</p>}
    </form>
  )
}
