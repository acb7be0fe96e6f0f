import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

type FieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id' | 'className'>

/** A labelled one-line input. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} />}
    </FieldFrame>
  )
}
