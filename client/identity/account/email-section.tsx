import { useRef, useState } from 'react'
import { type Account, accountEndpoints, EmailChange } from '../../../contract/identity/account.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { SendConfirmation } from '../../domain/confirmation/send-confirmation.tsx'
import { bySchema } from '../../forms/problems.ts'
import { useFocusOnceClosed } from '../../forms/use-focus-once-closed.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
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
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(isChanging, button)
  const { email, verified, emailChange } = account
  return (
    <>
      <p>
        <strong>{email}</strong>{' '}
        {verified && <span className="account-confirmed">{t.confirmed}</span>}
      </p>
      {!verified && (
        <>
          <Note>{t.unconfirmed}</Note>
          <SendConfirmation />
        </>
      )}
      {emailChange && <PendingChange {...emailChange} onDropped={() => button.current?.focus()} />}
      {isChanging ? (
        <ChangeForm hasPassword={account.hasPassword} onClose={() => setChanging(false)} />
      ) : (
        <Button variant="quiet" ref={button} onClick={() => setChanging(true)}>
          {t.changeEmail}
        </Button>
      )}
    </>
  )
}

type PendingChangeProps = NonNullable<Account['emailChange']> & {
  /** Its button is gone, and the focus with it. */
  onDropped: () => void
}

function PendingChange({ email, until, onDropped }: PendingChangeProps) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const action = useAction({
    send: () => call(accountEndpoints.dropEmailChange, {}),
    touches,
    onDone() {
      toast.success(t.kept)
      onDropped()
    },
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

type ChangeFormProps = { hasPassword: boolean; onClose: () => void }

function ChangeForm({ hasPassword, onClose }: ChangeFormProps) {
  const t = useTexts(accountTexts)
  const shared = useTexts(sharedTexts)
  const form = useForm({
    start: { email: '', password: '' },
    fields,
    fieldOf,
    check: (draft) => checkChange(hasPassword ? draft : { email: draft.email }),
    send: (body) => call(accountEndpoints.startEmailChange, { body }),
    touches,
    onDone(_, { email }) {
      toast.success(t.linkSent(email))
      onClose()
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
      <div className="account-buttons">
        <Button variant="quiet" type="submit" busy={form.pending}>
          {t.sendLink}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {shared.goBack}
        </Button>
      </div>
    </form>
  )
}

const checkChange = bySchema(EmailChange, fields)
