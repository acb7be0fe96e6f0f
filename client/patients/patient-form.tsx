import type { Endpoint } from '../../contract/endpoint.ts'
import { languageNames, languages } from '../../contract/language.ts'
import { PatientDraft } from '../../contract/patients/patient.ts'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { bySchema } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Field, TextAreaField } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { patientTexts } from './patient-texts.ts'
import './patients.css'

const fields = ['name', 'birthDate', 'phone', 'email', 'language', 'alert', 'note'] as const
type PatientField = (typeof fields)[number]
const check = bySchema(PatientDraft, fields)

export const noPatient: PatientDraft = {
  name: '',
  ...{ birthDate: '', phone: '', email: '', language: '', note: '', alert: '' },
}

type PatientFormProps<Done> = {
  /** As it is stored. */
  start: PatientDraft
  /** That of the stored record; 0 for a new one. */
  revision: number
  /** The e-mail is an account's. */
  hasAccount?: boolean
  /** Who it is stands as it is; the note and the alert alone are written. */
  onlyNotes?: boolean
  /** Why it cannot be saved whatever is typed. */
  over?: string | undefined
  submitLabel: string
  send: (draft: PatientDraft, revision: number) => Promise<Done>
  touches: readonly Endpoint[]
  onDone: (done: Done, draft: PatientDraft) => void
}

/** Edits a patient's record. Shows changes that are saved elsewhere while the form is open. */
export function PatientForm<Done>({
  start,
  hasAccount = false,
  onlyNotes = false,
  ...props
}: PatientFormProps<Done>) {
  const t = useTexts(patientTexts)
  const shared = useTexts(sharedTexts)
  const revision = useRevision(props.revision)
  const form = useForm({
    start,
    fields,
    fieldOf: { patient_exists: 'name', name_in_list: 'name', email_of_account: 'email' },
    check,
    send: (draft: PatientDraft) => props.send(draft, revision.from),
    touches: props.touches,
    onDone: props.onDone,
  })
  const labels: Record<PatientField, string> = {
    ...{ name: shared.name, birthDate: t.birthDate, phone: shared.phone, email: shared.email },
    ...{ language: t.language, alert: t.alert, note: t.note },
  }
  const field = (name: PatientField) => ({
    ...form.field(name),
    error: form.problems[name],
    label: labels[name],
    autoComplete: 'off',
  })
  const known = languages.map((value) => ({ value, label: languageNames[value] }))

  return (
    <form {...form.props} className="patient-form">
      <UnsavedGuard when={form.isChanged} pending={form.pending} />
      {!onlyNotes && (
        <>
          <Field {...field('name')} required autoFocus maxLength={100} />
          <div className="patient-form-row">
            <Field {...field('birthDate')} type="date" />
            <SelectField
              {...field('language')}
              options={[{ value: '', label: t.unknownLanguage }, ...known]}
            />
          </div>
          <Field {...field('phone')} type="tel" maxLength={200} />
          <Field
            {...field('email')}
            type="email"
            maxLength={254}
            readOnly={hasAccount}
            hint={hasAccount ? t.emailOfAccount : undefined}
          />
        </>
      )}
      <Field {...field('alert')} autoFocus={onlyNotes} maxLength={200} hint={t.alertHint} />
      <TextAreaField {...field('note')} rows={4} maxLength={5000} hint={t.noteHint} />
      <ChangedMeanwhile
        form={form}
        newest={start}
        revision={revision}
        words={(name, draft) => ({ label: labels[name], text: draft[name] || '–' })}
      />
      <ErrorLine>{props.over ?? form.failure}</ErrorLine>
      {props.over === undefined && (
        <Button type="submit" busy={form.pending}>
          {props.submitLabel}
        </Button>
      )}
    </form>
  )
}
