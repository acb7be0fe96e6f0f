import { type FamilyDraft, Relation } from '../../contract/patients/dependent.ts'
import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { personTexts } from './person-texts.ts'

type MemberFieldsProps = {
  /** As the form around them calls it: 'Name', 'Their name'. */
  nameLabel: string
  draft: FamilyDraft
  problem: string | undefined
  onChange: (change: Partial<FamilyDraft>) => void
}

/** A dependent's name, and their relationship to the account holder. */
export function MemberFields({ nameLabel, draft, problem, onChange }: MemberFieldsProps) {
  const { relation, relations } = useTexts(personTexts)
  return (
    <>
      <Field
        label={nameLabel}
        name="name"
        autoComplete="off"
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
