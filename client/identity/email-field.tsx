import { Field } from '../ui/field.tsx'

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Email"
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
