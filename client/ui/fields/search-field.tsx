import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Icon } from '../icon.tsx'
import { Field } from './field.tsx'
import './search-field.css'

type SearchFieldProps = {
  label: string
  hint?: string
  value: string
  onChange: (text: string) => void
  /** Enter: do not wait for the typing to pause. */
  onSubmit: () => void
  field: Ref<HTMLInputElement>
}

/** Narrows a list while one types. */
export function SearchField({ label, hint, value, onChange, onSubmit, field }: SearchFieldProps) {
  return (
    <search>
      <form
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Field
          ref={field}
          label={label}
          hint={hint}
          type="search"
          name="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Icon of={Search} />
      </form>
    </search>
  )
}
