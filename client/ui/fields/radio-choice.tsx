import { useId } from 'react'
import './radio-choice.css'

type RadioOption<Value extends string> = { value: Value; label: string; hint?: string }

type RadioChoiceProps<Value extends string> = {
  legend: string
  /** A heading above says the same: the legend is for assistive technology alone. */
  isHeaded?: boolean
  name: string
  options: readonly RadioOption<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** One of a few, each said in full; the whole line can be pressed. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, isHeaded, name, options, chosen, onChoose } = props
  const id = useId()
  return (
    <fieldset className="radio-choice">
      <legend className={isHeaded ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <div key={value}>
          <label className="radio-line">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              aria-describedby={hint && `${id}-${value}`}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
          {hint && (
            <p className="radio-hint" id={`${id}-${value}`}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
