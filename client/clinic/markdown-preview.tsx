import { useEffect, useState } from 'react'
import { clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { CleanHtml } from '../ui/clean-html.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { profileTexts } from './profile-texts.ts'

/** Typing that pauses this long is worth a look. */
const pauseMs = 300

/** A public page that the profile writes. */
export type MarkdownPage = 'about' | 'contact'

type MarkdownPreviewProps = { page: MarkdownPage; markdown: string }

/** The text as the server makes it into a page, anew after each pause in typing. */
export function MarkdownPreview({ page, markdown }: MarkdownPreviewProps) {
  const t = useTexts(profileTexts)
  const [settled, setSettled] = useState(markdown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), pauseMs)
    return () => clearTimeout(timer)
  }, [markdown])
  const { data, error, isCurrent } = useFetched(settled, (signal) =>
    call(clinicEndpoints.previewMarkdown, { body: { markdown: settled } }, { signal }),
  )

  if (!data && error === undefined) return <Skeleton height="120px" />
  return (
    <section aria-label={t.previewOf[page]} aria-busy={!isCurrent || undefined}>
      {error !== undefined && <p role="status">{t.previewFailed}</p>}
      {data?.html === '' && <p className="markdown-empty">{t.previewEmpty}</p>}
      {data && <CleanHtml className="markdown-page prose" html={data.html} />}
    </section>
  )
}
