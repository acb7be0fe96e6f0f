import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import {
  identityCalls,
  NewPasswordForm,
  ResetRequestForm,
} from '../../contract/identity/identity.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken } from '../data/address.ts'
import { call } from '../data/api.ts'
import { clinic } from '../domain/clinic.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Link } from '../ui/link.tsx'
import { EmailField, IdentityForm, IdentityFrame, textIn } from './identity-form.tsx'
import { useSession } from './session/session.tsx'
import { identityTexts } from './texts.ts'

export const head = {
  title: defineTexts({ en: 'Choose a new password', es: 'Elija una contraseña nueva' }),
}

export function ResetPasswordPage() {
  const token = useLinkToken()
  return <ResetPassword key={token ?? ''} token={token} />
}

function ResetPassword({ token }: { token: string | undefined }) {
  const [refused, setRefused] = useState(false)
  if (!token || refused) return <ResetRequest isNew={refused} />
  return <NewPassword token={token} onRefused={() => setRefused(true)} />
}

const requestFields = ['email'] as const
const checkRequest = bySchema(ResetRequestForm, requestFields)

/** A link that no longer works, and the way to a new one. */
function ResetRequest({ isNew }: { isNew: boolean }) {
  const t = useTexts(identityTexts)
  const form = useForm({
    start: { email: '' },
    fields: requestFields,
    check: checkRequest,
    typed: (element) => ({ email: textIn(element, 'email') }),
    send: (body) => call(identityCalls.requestPasswordReset, { body }),
    onDone: () => toast.success(messageTexts[currentLanguage()].resetSent),
  })

  return (
    <IdentityFrame title={t.deadLink} lead={t.resetLead} isNew={isNew}>
      <IdentityForm
        {...form.props}
        submit={t.newLink}
        pending={form.pending}
        problem={form.failure}
      >
        <EmailField error={form.problems.email} />
      </IdentityForm>
      <p>
        {t.remembered} <Link to={paths.login}>{t.login}</Link>
      </p>
    </IdentityFrame>
  )
}

const fields = ['password'] as const
const check = bySchema(NewPasswordForm, fields)

function NewPassword({ token, onRefused }: { token: string; onRefused: () => void }) {
  const t = useTexts(identityTexts)
  const navigate = useNavigate()
  const session = useSession()
  const form = useForm({
    start: { password: '' },
    fields,
    check,
    typed: (element) => ({ password: textIn(element, 'password') }),
    async send({ password }) {
      await call(identityCalls.resetPassword, { body: { token, newPassword: password } })
      toast.success(identityTexts[currentLanguage()].passwordChanged)
      // A changed password ends every session, this browser's too.
      await session.refresh().catch(() => {})
    },
    onDone: () => navigate(paths.login, { replace: true }),
    onRefused: ({ code }) => code === 'INVALID_TOKEN' && onRefused(),
  })

  return (
    <IdentityFrame title={t.newPasswordTitle} lead={t.newPasswordLead}>
      <IdentityForm
        {...form.props}
        submit={t.savePassword}
        pending={form.pending}
        problem={form.failure}
      >
        <PasswordField
          label={t.newPassword}
          name="password"
          hint={t.passwordHint(clinic.passwordLength)}
          autoComplete="new-password"
          required
          error={form.problems.password}
        />
      </IdentityForm>
    </IdentityFrame>
  )
}
