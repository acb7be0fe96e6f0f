import { type Dependent, type FamilyDraft, Relation } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import type { Refusal } from '../data/api.ts'
import type { Checked } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { dependentTexts } from './dependent-texts.ts'

type DependentFieldsProps = {
  /** As the form around them calls it: 'Name', 'Their name'. */
  nameLabel: string
  draft: FamilyDraft
  problem: string | undefined
  /** They are all that a dialog holds. */
  autoFocus?: boolean
  onChange: (change: Partial<FamilyDraft>) => void
}

/** A dependent's name, and their relationship to the account holder. */
export function DependentFields(props: DependentFieldsProps) {
  const { nameLabel, draft, problem, autoFocus, onChange } = props
  const { relation, relations } = useTexts(dependentTexts)
  return (
    <>
      <Field
        label={nameLabel}
        name="name"
        autoComplete="off"
        autoFocus={autoFocus}
        maxLength={100}
        value={draft.name}
        error={problem}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label={relation}
        name="relation"
        options={Relation.options.map((value) => ({ value, label: relations[value] }))}
        value={draft.relation}
        onChange={({ target }) => onChange({ relation: Relation.parse(target.value) })}
      />
    </>
  )
}

type DependentForm = {
  /** As they are now; absent for a new one. */
  dependent?: FamilyDraft | undefined
  send: (draft: FamilyDraft) => Promise<Dependent>
  onDone?: (dependent: Dependent) => void
  explain?: (refusal: Refusal) => string
}

/** The form around these fields: a dependent is added or changed. */
export function useDependentForm({ dependent, send, onDone, explain }: DependentForm) {
  const { nameRequired } = useTexts(dependentTexts)
  const { name, relation }: FamilyDraft = dependent ?? { name: '', relation: 'child' }
  return useForm({
    start: { name, relation },
    fields: ['name'],
    fieldOf: { dependent_exists: 'name' },
    check(draft): Checked<FamilyDraft, 'name'> {
      const trimmed = draft.name.trim()
      return trimmed === ''
        ? { ok: false, problems: { name: nameRequired } }
        : { ok: true, values: { ...draft, name: trimmed } }
    },
    send,
    touches: [familyEndpoints.listFamily],
    onDone: (saved) => onDone?.(saved),
    ...(explain && { explain }),
  })
}
