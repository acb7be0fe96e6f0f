import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import './doctor-form.css'
import type { DoctorDraft } from './doctor-draft.ts'
import { PhotoField } from './photo-field.tsx'
import { SpecialtyField } from './specialty-field.tsx'
import { doctorsTexts } from './texts.ts'
import { type DoctorFormWish, useDoctorForm } from './use-doctor-form.ts'

type DoctorFormProps = DoctorFormWish & { submitLabel: string }

/** Name, e-mail, specialty and photo of a doctor, new or known. */
export function DoctorForm({ submitLabel, ...wish }: DoctorFormProps) {
  const t = useTexts(doctorsTexts)
  const { form, draft, photo, problems, failure, isBusy, change, submit } = useDoctorForm(wish)
  const field = (name: keyof DoctorDraft) => ({
    name,
    required: true,
    value: draft[name],
    error: problems[name],
  })
  return (
    <form
      ref={form}
      className="doctor-form"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      // A photo dropped beside its place must not take the browser away from here.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      <Field
        {...field('name')}
        label={t.headings.name}
        autoComplete="off"
        maxLength={200}
        onChange={({ target }) => change('name', target.value)}
      />
      <Field
        {...field('email')}
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => change('email', target.value)}
      />
      <SpecialtyField
        {...field('specialty')}
        onChange={(specialty) => change('specialty', specialty)}
      />
      <PhotoField photo={photo} error={problems.img} />
      <ErrorLine>{failure}</ErrorLine>
      <Button type="submit" className="doctor-form-submit" busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}
