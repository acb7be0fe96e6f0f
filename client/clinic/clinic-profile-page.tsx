import { ExternalLink } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import {
  type ClinicProfile,
  ClinicProfileInput,
  clinicEndpoints,
} from '../../contract/clinic/endpoints.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/page-paths.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { bySchema } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { CleanHtml } from '../ui/clean-html.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field, TextAreaField } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { profileTexts } from './profile-texts.ts'
import './clinic-profile.css'

/** What the public pages say of the clinic. */
export function ClinicProfilePage() {
  const t = useTexts(profileTexts)
  const profile = useRead(read(clinicEndpoints.readProfile, {}), { fresh: true })
  const { data, error, isLoading, reload } = profile
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      <p className="profile-lead">{t.lead}</p>
      {data ? <ProfileForm profile={data} /> : <ProfileSkeleton />}
    </StaffPage>
  )
}

const lines = ['name', 'address', 'phone', 'hours']
const pages = ['about', 'contact']

function ProfileSkeleton() {
  const t = useTexts(profileTexts)
  return (
    <div className="profile-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {lines.map((line) => (
        <Skeleton key={line} height="80px" />
      ))}
      {pages.map((page) => (
        <Skeleton key={page} height="320px" />
      ))}
    </div>
  )
}

const fields = ['name', 'address', 'phone', 'openingHours', 'about', 'contact', 'privacy'] as const
type ProfileField = (typeof fields)[number]

const check = bySchema(ClinicProfileInput, fields)

/** Long texts are shown by their beginning. */
const longestWords = 80

type StoredProfile = AnswerOf<typeof clinicEndpoints.readProfile>

function ProfileForm({ profile: { revision: stored, ...written } }: { profile: StoredProfile }) {
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

/** A public page that the profile writes. */
type MarkdownPage = 'about' | 'contact' | 'privacy'

type MarkdownFieldProps = Omit<ComponentProps<typeof TextAreaField>, 'label' | 'value'> & {
  page: MarkdownPage
  value: string
}

/** A text in Markdown, and how the page will show it. */
function MarkdownField({ page, ...field }: MarkdownFieldProps) {
  const t = useTexts(profileTexts)
  const [isShown, setShown] = useState(false)
  return (
    <div className="markdown-field">
      <TextAreaField
        {...field}
        label={t[page]}
        hint={page === 'privacy' ? t.privacyHint : t.markdownHint}
        rows={8}
        maxLength={20_000}
      />
      <details
        className="markdown-details"
        onToggle={({ currentTarget }) => setShown(currentTarget.open)}
      >
        <summary>
          {t.preview}
          <span className="visually-hidden"> {t.previewed[page]}</span>
        </summary>
        {isShown && <Preview page={page} markdown={field.value} />}
      </details>
    </div>
  )
}

/** The preview loads once typing has paused this long. */
const pauseMs = 300

/** The text as the server renders it, so that it is sanitized the same way. */
function Preview({ page, markdown }: { page: MarkdownPage; markdown: string }) {
  const t = useTexts(profileTexts)
  const [settled, setSettled] = useState(markdown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), pauseMs)
    return () => clearTimeout(timer)
  }, [markdown])
  const preview = read(clinicEndpoints.previewMarkdown, { body: { markdown: settled } })
  const { data, error, isCurrent } = useRead(preview)

  if (!data && error === undefined) return <Skeleton height="120px" />
  return (
    <section aria-label={t.previewOf[page]} aria-busy={!isCurrent || undefined}>
      {error !== undefined && <p role="status">{t.previewFailed}</p>}
      {data?.html === '' && <p className="markdown-empty">{t.previewEmpty}</p>}
      {data && <CleanHtml className="markdown-page prose" html={data.html} />}
    </section>
  )
}
