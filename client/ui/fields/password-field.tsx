import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Icon } from '../icon.tsx'
import { uiTexts } from '../texts.ts'
import { FieldFrame, type FieldFrameProps } from './field.tsx'
import './password-field.css'

type PasswordFieldProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'autoComplete'> & {
    /** What a password manager needs to know: fill in the old one, or offer a new one. */
    autoComplete: 'current-password' | 'new-password'
  }

/** A password input with a button that shows its text, against typing errors. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const t = useTexts(uiTexts)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className="password-field">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <button
            type="button"
            className="password-field-toggle"
            aria-label={t.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
