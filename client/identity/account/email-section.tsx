import { useState } from 'react'
import { type Account, accountEndpoints, EmailChange } from '../../../contract/identity/account.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { SendConfirmation } from '../../domain/confirmation/send-confirmation.tsx'
import { bySchema } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { accountTexts } from './texts.ts'

const touches = [accountEndpoints.readAccount]

/** The address of the account, whether it is confirmed, and how another takes its place. */
export function EmailSection({ account }: { account: Account }) {
  const t = useTexts(accountTexts)
  const [isChanging, setChanging] = useState(false)
  const { email, verified, emailChange } = account
  return (
    <>
      <p>
        <strong>{email}</strong>
        {verified && ` · ${t.confirmed}`}
      </p>
      {!verified && (
        <>
          <Note>{t.unconfirmed}</Note>
          <SendConfirmation />
        </>
      )}
      {emailChange && <PendingChange {...emailChange} />}
      {isChanging ? (
        <ChangeForm hasPassword={account.hasPassword} onDone={() => setChanging(false)} />
      ) : (
        <Button variant="quiet" onClick={() => setChanging(true)}>
          {t.changeEmail}
        </Button>
      )}
    </>
  )
}

function PendingChange({ email, until }: NonNullable<Account['emailChange']>) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const action = useAction({
    send: () => call(accountEndpoints.dropEmailChange, {}),
    touches,
    onDone: () => toast.success(t.kept),
  })
  return (
    <>
      <Note>{t.pending(email, showInstant(language, until, undefined))}</Note>
      <Button variant="quiet" busy={action.pending} onClick={() => void action.run(undefined)}>
        {t.keepCurrent}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </>
  )
}

const fields = ['email', 'password'] as const
const fieldOf = { wrong_password: 'password', same_email: 'email', INVALID_EMAIL: 'email' } as const

type ChangeFormProps = { hasPassword: boolean; onDone: () => void }

function ChangeForm({ hasPassword, onDone }: ChangeFormProps) {
  const t = useTexts(accountTexts)
  const form = useForm({
    start: { email: '', password: '' },
    fields,
    fieldOf,
    check: (draft) => checkChange(hasPassword ? draft : { email: draft.email }),
    send: (body) => call(accountEndpoints.startEmailChange, { body }),
    touches,
    onDone(_, { email }) {
      toast.success(t.linkSent(email))
      onDone()
    },
  })
  return (
    <form {...form.props} className="account-form">
      <Field
        {...form.field('email')}
        label={t.newEmail}
        hint={t.newEmailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        // The button that opened the form is gone.
        autoFocus
        error={form.problems.email}
      />
      {hasPassword && (
        <PasswordField
          {...form.field('password')}
          label={t.ownPassword}
          autoComplete="current-password"
          required
          error={form.problems.password}
        />
      )}
      <ErrorLine>{form.failure}</ErrorLine>
      <Button variant="quiet" type="submit" busy={form.pending}>
        {t.sendLink}
      </Button>
    </form>
  )
}

const checkChange = bySchema(EmailChange, fields)
