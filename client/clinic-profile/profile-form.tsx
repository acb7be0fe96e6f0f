import type { ClinicProfile } from '../../contract/clinic-endpoints.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { SeeIt } from './see-it.tsx'
import { type ProfileField, useProfileForm } from './use-profile-form.ts'

export function ProfileForm({ profile }: { profile: ClinicProfile }) {
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
      <Field {...line('name')} label="Name of the clinic" autoComplete="organization" />
      <Field {...line('address')} label="Address" autoComplete="street-address" />
      <Field {...line('phone')} label="Phone" type="tel" autoComplete="tel" />
      <Field
        {...line('openingHours')}
        label="Opening hours"
        hint="As patients read them, e.g. Monday to Saturday, 8:00 AM to 5:00 PM. What can be booked is set under Opening Days."
        autoComplete="off"
      />
      <MarkdownField {...field('about')} label="About page" />
      <MarkdownField {...field('contact')} label="Contact page" />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="profile-end">
        <Button type="submit" busy={form.busy}>
          Save clinic profile
        </Button>
        <span className="profile-see">
          <SeeIt path={paths.home} label="home page" />
          <SeeIt path={paths.about} label="about page" />
          <SeeIt path={paths.contact} label="contact page" />
        </span>
      </div>
    </form>
  )
}
