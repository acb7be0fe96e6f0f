import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldFrameProps } from './field.tsx'
import './select-field.css'

export type Option = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly Option[]
  }

/** A labelled choice of one, as the browser and the phone know it. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className="select-field">
          <select {...select} {...control}>
            {options.map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </div>
      )}
    </FieldFrame>
  )
}
