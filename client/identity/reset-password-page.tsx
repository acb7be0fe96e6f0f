import { useState } from 'react'
import { useNavigate } from 'react-router'
import { identityCalls, NewPasswordForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { useQuery } from './query.ts'
import { ResetRequest } from './reset-request.tsx'
import { useSession } from './session.tsx'
import { identityTexts } from './texts.ts'
import { useForm } from './use-form.ts'
import { useOperation } from './use-operation.ts'

export function ResetPasswordPage() {
  const token = useQuery().get('token')
  const [refused, setRefused] = useState(false)
  if (token === null || refused) return <ResetRequest />
  return <NewPassword token={token} onRefused={() => setRefused(true)} />
}

function NewPassword({ token, onRefused }: { token: string; onRefused: () => void }) {
  const t = useTexts(identityTexts)
  const navigate = useNavigate()
  const session = useSession()
  const operation = useOperation()
  const form = useForm(NewPasswordForm, ({ password }) =>
    operation.run(async () => {
      try {
        await call(identityCalls.resetPassword, { body: { token, newPassword: password } })
      } catch (fault) {
        if (!(fault instanceof ApiError) || fault.code !== 'INVALID_TOKEN') throw fault
        onRefused()
        return 'done'
      }
      toast.success(identityTexts[currentLanguage()].passwordChanged)
      // A changed password ends every session, this browser's too.
      await session.refresh().catch(() => {})
      navigate(paths.login, { replace: true })
      return 'done'
    }),
  )

  return (
    <IdentityFrame title={t.newPasswordTitle} lead={t.newPasswordLead}>
      <IdentityForm
        {...form.props}
        submit={t.savePassword}
        running={operation.running}
        problem={operation.problem}
      >
        <PasswordField
          label={t.newPassword}
          name="password"
          hint={t.passwordHint}
          autoComplete="new-password"
          required
          error={form.errors.password}
        />
      </IdentityForm>
    </IdentityFrame>
  )
}
