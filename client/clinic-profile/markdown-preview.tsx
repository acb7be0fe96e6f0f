import { useEffect, useState } from 'react'
import { clinicEndpoints } from '../../contract/clinic-endpoints.ts'
import { call } from '../api.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFetched } from '../use-fetched.ts'

/** Typing that pauses this long is worth a look. */
const pauseMs = 300

type MarkdownPreviewProps = {
  /** Read out: 'about page'. */
  of: string
  markdown: string
}

/** The text as the server makes it into a page, anew after each pause in typing. */
export function MarkdownPreview({ of: name, markdown }: MarkdownPreviewProps) {
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
    <section aria-label={`Preview of the ${name}`} aria-busy={!isCurrent || undefined}>
      {error !== undefined && <p role="status">The preview did not load. Your text is safe.</p>}
      {data?.html === '' && <p className="markdown-empty">Nothing to show yet.</p>}
      {data && <CleanHtml className="markdown-page prose" html={data.html} />}
    </section>
  )
}
