import { useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/fields/field.tsx'
import { identityTexts } from './texts.ts'

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label={useTexts(identityTexts).email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  )
}
