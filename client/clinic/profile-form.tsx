import { ExternalLink } from 'lucide-react'
import { ClinicProfile, clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { bySchema } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { profileTexts } from './profile-texts.ts'

const fields = ['name', 'address', 'phone', 'openingHours', 'about', 'contact', 'privacy'] as const
type ProfileField = (typeof fields)[number]

const check = bySchema(ClinicProfile, fields)

/** Long texts are told by their beginning. */
const longestWords = 80

type StoredProfile = AnswerOf<typeof clinicEndpoints.readProfile>

export function ProfileForm({
  profile: { revision: stored, ...written },
}: {
  profile: StoredProfile
}) {
  const t = useTexts(profileTexts)
  const revision = useRevision(stored)
  const profile = draftOf(written)
  const form = useForm({
    start: profile,
    fields,
    check,
    send: (changed: ClinicProfile) =>
      call(clinicEndpoints.changeProfile, { body: { ...changed, revision: revision.from } }),
    touches: [clinicEndpoints.readProfile],
    saved: ({ revision: _, ...now }) => draftOf(now),
    onDone(now) {
      revision.saved(now.revision)
      toast.success(t.saved)
    },
  })
  const field = (name: ProfileField) => ({ ...form.field(name), error: form.problems[name] })
  const line = (name: ProfileField) => ({ ...field(name), required: true, maxLength: 200 })

  return (
    <form {...form.props} className="profile-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
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
      <MarkdownField {...field('privacy')} page="privacy" />
      <ChangedMeanwhile
        form={form}
        newest={profile}
        revision={revision}
        words={(name, draft) => ({ label: t[name], text: shortened(draft[name]) })}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="profile-end">
        <Button type="submit" busy={form.pending}>
          {t.save}
        </Button>
        <span className="profile-see">
          <PublicPageLink path={paths.home} label={t.seeHome} />
          <PublicPageLink path={paths.about} label={t.seeAbout} />
          <PublicPageLink path={paths.contact} label={t.seeContact} />
          <PublicPageLink path={paths.privacy} label={t.seePrivacy} />
        </span>
      </div>
    </form>
  )
}

const draftOf = (profile: ClinicProfile) => ({ ...profile, privacy: profile.privacy ?? '' })

function shortened(text: string): string {
  return text.length > longestWords ? `${text.slice(0, longestWords)}…` : text
}

/** Opens a tab of its own, which loads the page as it is saved. */
function PublicPageLink({ path, label }: { path: string; label: string }) {
  const { newTab } = useTexts(profileTexts)
  return (
    <a className="profile-link" href={path} target="_blank" rel="noopener">
      {label}
      <Icon of={ExternalLink} size={16} />
      <span className="visually-hidden"> {newTab}</span>
    </a>
  )
}
