import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/fields/field.tsx'
import { identityTexts } from './texts.ts'

type EmailFieldProps = { error: string | undefined; autoComplete?: string }

export function EmailField({ error, autoComplete = 'email' }: EmailFieldProps) {
  return (
    <Field
      label={useTexts(identityTexts).email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  )
}
