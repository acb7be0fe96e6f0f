import { Relation } from '../../contract/patients/dependent.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Draft } from './booking-draft.ts'
import { bookingTexts } from './texts-booking.ts'

type PatientFieldsProps = {
  draft: Draft
  errors: Partial<Record<string, string>>
  onChange: (changes: Partial<Draft>) => void
}

/** Who it is for. These are somebody else's data: the browser does not offer to fill them in. */
export function PatientFields({ draft, errors, onChange }: PatientFieldsProps) {
  const t = useTexts(sharedTexts)
  const { noEmailHint } = useTexts(bookingTexts)
  return (
    <>
      <Field
        label={t.name}
        name="patientName"
        autoComplete="off"
        maxLength={200}
        value={draft.patientName}
        error={errors.patientName}
        onChange={({ target }) => onChange({ patientName: target.value })}
      />
      <Field
        label={t.phone}
        name="phone"
        type="tel"
        autoComplete="off"
        maxLength={200}
        value={draft.phone}
        error={errors.phone}
        onChange={({ target }) => onChange({ phone: target.value })}
      />
      <Field
        label={t.email}
        hint={noEmailHint}
        name="patient"
        type="email"
        autoComplete="off"
        value={draft.patient}
        error={errors.patient}
        onChange={({ target }) => onChange({ patient: target.value })}
      />
      {draft.patient.trim() !== '' && (
        <RelationField relation={draft.relation} onChange={onChange} />
      )}
    </>
  )
}

type RelationFieldProps = Pick<Draft, 'relation'> & Pick<PatientFieldsProps, 'onChange'>

/** Whether the account's holder is treated, or somebody of their family. */
function RelationField({ relation, onChange }: RelationFieldProps) {
  const { treated, holder, theirs, joinsFamily } = useTexts(bookingTexts)
  const others = Relation.options.map((value) => ({ value, label: theirs[value] }))
  return (
    <SelectField
      label={treated}
      hint={relation === '' ? undefined : joinsFamily}
      name="relation"
      options={[{ value: '', label: holder }, ...others]}
      value={relation}
      onChange={({ target }) => onChange({ relation: Relation.safeParse(target.value).data ?? '' })}
    />
  )
}
