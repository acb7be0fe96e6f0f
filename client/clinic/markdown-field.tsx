import { type ComponentProps, useState } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import './markdown-field.css'
import { type MarkdownPage, MarkdownPreview } from './markdown-preview.tsx'
import { profileTexts } from './profile-texts.ts'

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
      <TextAreaField {...field} label={t[page]} hint={t.markdownHint} rows={8} maxLength={20_000} />
      <details
        className="markdown-details"
        onToggle={({ currentTarget }) => setShown(currentTarget.open)}
      >
        <summary>
          {t.preview}
          <span className="visually-hidden"> {t.previewed[page]}</span>
        </summary>
        {isShown && <MarkdownPreview page={page} markdown={field.value} />}
      </details>
    </div>
  )
}
