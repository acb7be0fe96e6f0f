import { useState } from 'react'
import { useNavigate } from 'react-router'
import { identityCalls, NewPasswordForm } from '../../contract/identity/identity.ts'
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
import { IdentityForm, textIn } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { ResetRequest } from './reset-request.tsx'
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
  if (!token || refused) return <ResetRequest />
  return <NewPassword token={token} onRefused={() => setRefused(true)} />
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
