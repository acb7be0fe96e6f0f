import { Check } from 'lucide-react'
import { useId } from 'react'
import './checkbox-field.css'
import { Icon } from '../icon.tsx'

type CheckboxFieldProps = {
  label: string
  hint?: string | undefined
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A yes or no with its label beside it; the whole line can be pressed. */
export function CheckboxField({ label, hint, name, checked, onChange }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className="checkbox-field">
      <label className="checkbox-line" htmlFor={id}>
        <span className="checkbox-mark">
          <input
            id={id}
            type="checkbox"
            name={name}
            checked={checked}
            aria-describedby={hint && `${id}-hint`}
            onChange={({ target }) => onChange(target.checked)}
          />
          <Icon of={Check} size={18} />
        </span>
        {label}
      </label>
      {hint && (
        <p className="checkbox-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
