import { Star } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { uiTexts } from '../ui/texts.ts'
import './star-choice.css'
import { reviewFormTexts } from './texts-form.ts'

type StarChoiceProps = {
  /** 0 while none is chosen. */
  value: number
  error: string | undefined
  onChange: (stars: number) => void
}

/** One to five stars: native radio buttons, so arrows, Space and screen readers just work. */
export function StarChoice({ value, error, onChange }: StarChoiceProps) {
  const t = useTexts(reviewFormTexts)
  const { stars } = useTexts(uiTexts)
  const name = useId()
  return (
    <fieldset className="star-choice" aria-describedby={error && `${name}-error`}>
      <legend className="field-label">{t.howWasIt}</legend>
      <div className="star-choice-row">
        <div className="star-choice-stars">
          {t.stars.map((word, index) => (
            <label key={word} className="star-pick" data-on={index < value || undefined}>
              <input
                type="radio"
                name={name}
                aria-label={stars(index + 1)}
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
          {t.stars[value - 1]}
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
