import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'

type FieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id' | 'className'>

/** A labelled one-line input. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} />}
    </FieldFrame>
  )
}

type Control = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldFrameProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** Label, hint and error around one control, and the attributes that tie them to it. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: FieldFrameProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control: Control = {
    id,
    className: 'field-control',
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(control)}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type TextAreaFieldProps = FieldFrameProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** A labelled input of several lines. */
export function TextAreaField({ label, hint, error, ...textarea }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <textarea {...textarea} {...control} />}
    </FieldFrame>
  )
}
