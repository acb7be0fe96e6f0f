import type { ReactNode } from 'react'
import { confirmationEndpoints } from '../../contract/identity/account.ts'
import { PasswordForm } from '../../contract/identity/identity.ts'
import { call } from '../data/api.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { IdentityForm, textIn } from './identity-form.tsx'
import { identityTexts } from './texts.ts'
import { type Outcome, type StepProps, useStep } from './use-step.ts'

const fields = ['password'] as const
const check = bySchema(PasswordForm, fields)

type PasswordByLinkProps = StepProps & {
  /** What the link and the password bring about together. */
  outcome: Outcome
  submit: string
  /** Another way, under the field. */
  children: ReactNode
}

/** Who follows a link from a mail at another browser gives the password of the account it is about. */
export function PasswordByLink(props: PasswordByLinkProps) {
  const { token, outcome, onOutcome, submit, children } = props
  const t = useTexts(identityTexts)
  const step = useStep()
  const form = useForm({
    start: { password: '' },
    fields,
    check,
    typed: (element) => ({ password: textIn(element, 'password') }),
    send: ({ password }) =>
      step(
        () => call(confirmationEndpoints.confirmByPassword, { body: { token, password } }),
        outcome,
      ),
    onDone: onOutcome,
  })
  return (
    <IdentityForm {...form.props} submit={submit} pending={form.pending} problem={form.failure}>
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="current-password"
        required
        error={form.problems.password}
      />
      {children}
    </IdentityForm>
  )
}
