import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type IssueCode, issueCode, issueTexts } from '../../contract/issues.ts'
import type { Language } from '../../contract/language.ts'
import { useLanguage } from '../i18n/language.tsx'

type Errors = Record<string, IssueCode>

/**
 * A form checked by a schema of the contract: on submit, and from then on at every change. The
 * inputs keep their own values, so whatever was typed or filled in before the scripts came counts.
 */
export function useForm<S extends z.ZodMiniObject>(
  schema: S,
  onValid: (values: z.output<S>, form: HTMLFormElement) => void,
) {
  const language = useLanguage()
  const [errors, setErrors] = useState<Errors>({})
  const [submitted, setSubmitted] = useState(false)

  function check(form: HTMLFormElement) {
    const result = z.safeParse<S>(schema, Object.fromEntries(new FormData(form)))
    setErrors(result.success ? {} : firstIssues(result.error.issues))
    return result
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const result = check(form)
    setSubmitted(true)
    if (result.success) onValid(result.data, form)
    else focusField(form, String(result.error.issues[0]?.path[0]))
  }

  return {
    errors: worded(errors, language),
    /** Shows an error that was not found by submitting. */
    refuse(form: HTMLFormElement, field: string, code: IssueCode) {
      setErrors({ [field]: code })
      focusField(form, field)
    },
    forget() {
      setErrors({})
      setSubmitted(false)
    },
    props: {
      // Were it ever sent without scripts, a password must not end up in an address.
      method: 'post',
      noValidate: true,
      onSubmit: submit,
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (submitted) check(event.currentTarget)
        else setErrors({})
      },
    } as const,
  }
}

/** Stored as codes, so that they turn with the language. */
function worded(errors: Errors, language: Language): Record<string, string> {
  const said = Object.entries(errors).map(
    ([field, code]) => [field, issueTexts[language][code]] as const,
  )
  return Object.fromEntries(said)
}

function firstIssues(issues: readonly z.core.$ZodIssue[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= issueCode(message)
  return errors
}

export function focusField(form: HTMLFormElement, name: string) {
  form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus()
}
