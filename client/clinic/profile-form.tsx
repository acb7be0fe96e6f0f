import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { profileTexts } from './profile-texts.ts'
import { SeeIt } from './see-it.tsx'
import { type ProfileField, useProfileForm } from './use-profile-form.ts'

export function ProfileForm({ profile }: { profile: ClinicProfile }) {
  const t = useTexts(profileTexts)
  const form = useProfileForm(profile)
  const field = (name: ProfileField) => ({
    name,
    value: form.draft[name],
    error: form.problems[name],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) =>
      form.change(name, target.value),
  })
  const line = (name: ProfileField) => ({ ...field(name), required: true, maxLength: 200 })

  return (
    <form className="profile-form" ref={form.place} noValidate onSubmit={form.submit}>
      <UnsavedGuard when={form.isChanged && !form.busy} />
      <Field {...line('name')} label={t.name} autoComplete="organization" />
      <Field {...line('address')} label={t.address} autoComplete="street-address" />
      <Field {...line('phone')} label={t.phone} type="tel" autoComplete="tel" />
      <Field
        {...line('openingHours')}
        label={t.openingHours}
        hint={t.openingHoursHint}
        autoComplete="off"
      />
      <MarkdownField {...field('about')} page="about" />
      <MarkdownField {...field('contact')} page="contact" />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="profile-end">
        <Button type="submit" busy={form.busy}>
          {t.save}
        </Button>
        <span className="profile-see">
          <SeeIt path={paths.home} label={t.seeHome} />
          <SeeIt path={paths.about} label={t.seeAbout} />
          <SeeIt path={paths.contact} label={t.seeContact} />
        </span>
      </div>
    </form>
  )
}
