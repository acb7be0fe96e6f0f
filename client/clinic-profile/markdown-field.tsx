import { type ComponentProps, useState } from 'react'
import { TextAreaField } from '../ui/text-area-field.tsx'
import './markdown-field.css'
import { MarkdownPreview } from './markdown-preview.tsx'

type MarkdownFieldProps = Omit<ComponentProps<typeof TextAreaField>, 'value'> & { value: string }

/** A text in Markdown, and how the page will show it. */
export function MarkdownField(props: MarkdownFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="markdown-field">
      <TextAreaField
        {...props}
        hint="Markdown: ## heading, **bold**, *italic*, [link](https://…), - list. An empty line begins a paragraph."
        rows={8}
        maxLength={20_000}
      />
      <details
        className="markdown-details"
        onToggle={({ currentTarget }) => setShown(currentTarget.open)}
      >
        <summary>
          Preview<span className="visually-hidden"> of the {props.label.toLowerCase()}</span>
        </summary>
        {isShown && <MarkdownPreview of={props.label.toLowerCase()} markdown={props.value} />}
      </details>
    </div>
  )
}
