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

type CheckboxChoicesProps = {
  of: readonly { _id: string; name: string }[]
  /** Their ids. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Any number of several things, each with its name. */
export function CheckboxChoices({ of, chosen, onChange }: CheckboxChoicesProps) {
  return of.map(({ _id, name }) => (
    <CheckboxField
      key={_id}
      label={name}
      checked={chosen.includes(_id)}
      onChange={(isChosen) =>
        onChange(isChosen ? [...chosen, _id] : chosen.filter((one) => one !== _id))
      }
    />
  ))
}
