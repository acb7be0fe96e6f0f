import { Star } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../ui/icon.tsx'
import './star-choice.css'

/** What one star to five of them say. */
const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

type StarChoiceProps = {
  /** 0 while none is chosen. */
  value: number
  error: string | undefined
  onChange: (stars: number) => void
}

/** One to five stars: native radio buttons, so arrows, Space and screen readers just work. */
export function StarChoice({ value, error, onChange }: StarChoiceProps) {
  const name = useId()
  return (
    <fieldset className="star-choice" aria-describedby={error && `${name}-error`}>
      <legend className="field-label">How was it?</legend>
      <div className="star-choice-row">
        <div className="star-choice-stars">
          {words.map((word, index) => (
            <label key={word} className="star-pick" data-on={index < value || undefined}>
              <input
                type="radio"
                name={name}
                aria-label={`${index + 1} of 5 stars`}
                aria-describedby={error && `${name}-error`}
                aria-invalid={error ? true : undefined}
                checked={index + 1 === value}
                onChange={() => onChange(index + 1)}
              />
              <Icon of={Star} size={32} />
            </label>
          ))}
        </div>
        <span className="star-choice-word" aria-hidden="true">
          {words[value - 1]}
        </span>
      </div>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
