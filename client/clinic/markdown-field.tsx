import { type ComponentProps, useEffect, useState } from 'react'
import { clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { read, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { CleanHtml } from '../ui/clean-html.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { TextAreaField } from '../ui/fields/text-area-field.tsx'
import { profileTexts } from './profile-texts.ts'

/** A public page that the profile writes. */
type MarkdownPage = 'about' | 'contact' | 'privacy'

type MarkdownFieldProps = Omit<ComponentProps<typeof TextAreaField>, 'label' | 'value'> & {
  page: MarkdownPage
  value: string
}

/** A text in Markdown, and how the page will show it. */
export function MarkdownField({ page, ...field }: MarkdownFieldProps) {
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
