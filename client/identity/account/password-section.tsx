import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageTexts } from '../../../contract/fixed-texts.ts'
import {
  type Account,
  accountEndpoints,
  PasswordChange,
} from '../../../contract/identity/account.ts'
import { identityCalls } from '../../../contract/identity/identity.ts'
import { useQuery } from '../../data/address.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { clinic } from '../../domain/clinic.ts'
import { bySchema } from '../../forms/problems.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { currentLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { originIn } from '../origin.ts'
import { useStaff } from '../own-role.ts'
import { accountTexts } from './texts.ts'

/** Another password by the present one; for an account by Google alone, a first one by a link. */
export function PasswordSection({ account }: { account: Account }) {
  const { hasPassword, passwordDue, email } = account
  return (
    <>
      {passwordDue && <Due />}
      {hasPassword ? <ChangeForm isDue={passwordDue} /> : <FirstPassword email={email} />}
    </>
  )
}

/** For staff who were led here from a page that asks for it. */
function Due() {
  const t = useTexts(accountTexts)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <div ref={place}>
      <Note>{t.passwordDue}</Note>
    </div>
  )
}

const fields = ['password', 'newPassword'] as const
const check = bySchema(PasswordChange, fields)
const fieldOf = {
  wrong_password: 'password',
  password_guessable: 'newPassword',
  password_short: 'newPassword',
  password_same: 'newPassword',
  password_short_for_staff: 'newPassword',
} as const

function ChangeForm({ isDue }: { isDue: boolean }) {
  const t = useTexts(accountTexts)
  const { status } = useStaff()
  const navigate = useNavigate()
  const from = originIn(useQuery(), useLocation().hash)
  const form = useForm({
    start: { password: '', newPassword: '' },
    fields,
    fieldOf,
    check,
    send: (body) => call(accountEndpoints.changePassword, { body }),
    touches: [accountEndpoints.listSessions, accountEndpoints.readAccount],
    onDone() {
      toast.success(t.passwordChanged)
      form.reset()
      if (isDue && from) navigate(from)
    },
  })
  return (
    <form {...form.props} className="account-form">
      {/* The present one may have been filled in by the browser. */}
      <UnsavedGuard when={form.draft.newPassword !== '' && !form.pending} />
      <PasswordField
        {...form.field('password')}
        label={t.oldPassword}
        autoComplete="current-password"
        required
        error={form.problems.password}
      />
      <PasswordField
        {...form.field('newPassword')}
        label={t.newPassword}
        hint={t.newPasswordHint(status === 'yes' ? '12' : clinic.passwordLength)}
        autoComplete="new-password"
        required
        error={form.problems.newPassword}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button variant="quiet" type="submit" busy={form.pending}>
        {t.changePassword}
      </Button>
    </form>
  )
}

function FirstPassword({ email }: { email: string }) {
  const t = useTexts(accountTexts)
  const action = useAction({
    send: () => call(identityCalls.requestPasswordReset, { body: { email } }),
    onDone: () => toast.success(messageTexts[currentLanguage()].resetSent),
  })
  return (
    <>
      <p>{t.googleAlone}</p>
      <Button variant="quiet" busy={action.pending} onClick={() => void action.run(undefined)}>
        {t.mailLink}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </>
  )
}
