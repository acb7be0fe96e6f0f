import { useRef } from 'react'
import { Link, Navigate } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, LoginForm } from '../../contract/identity/identity.ts'
import { issue } from '../../contract/issues.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { identityTexts } from './texts.ts'
import { focusField, useForm } from './use-form.ts'
import { useSignIn } from './use-sign-in.ts'

export function LoginPage() {
  const t = useTexts(identityTexts)
  const signIn = useSignIn(paths.login)
  const place = useRef<HTMLFormElement>(null)
  const form = useForm(LoginForm, (body) =>
    signIn.run(async () => {
      await call(identityCalls.signIn, { body })
      await signIn.enter()
      return 'done'
    }),
  )

  function forgotPassword() {
    if (!place.current) return
    const email = LoginForm.shape.email.safeParse(new FormData(place.current).get('email'))
    if (email.success) void signIn.run(() => requestReset(email.data))
    else if (email.error.issues[0]?.message === issue('email_required')) {
      signIn.setProblem(messageTexts[currentLanguage()].enterEmailFirst)
      focusField(place.current, 'email')
    } else form.refuse(place.current, 'email', 'email_invalid')
  }

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <IdentityFrame title={t.login} lead={signIn.from ? t.leadSentHere : t.leadCame}>
      <IdentityForm
        {...form.props}
        ref={place}
        submit={t.login}
        running={signIn.running}
        problem={signIn.problem}
        others={<GoogleButton onClick={signIn.google} />}
      >
        <EmailField error={form.errors.email} />
        <PasswordField
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          error={form.errors.password}
        />
        <button type="button" className="identity-link" onClick={forgotPassword}>
          {t.forgot}
        </button>
      </IdentityForm>
      <SignUpInstead from={signIn.from} />
    </IdentityFrame>
  )
}

function SignUpInstead({ from }: { from: string | null }) {
  const t = useTexts(identityTexts)
  return (
    <p>
      {t.newHere} <Link to={withOrigin(paths.signup, from)}>{t.create}</Link>
    </p>
  )
}

async function requestReset(email: string) {
  await call(identityCalls.requestPasswordReset, { body: { email } })
  toast.success(messageTexts[currentLanguage()].resetSent)
  return 'done' as const
}
