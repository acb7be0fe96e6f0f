import { Link, Navigate } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, SignupForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { identityTexts } from './texts.ts'
import { useForm } from './use-form.ts'
import { useSignIn } from './use-sign-in.ts'

export function SignupPage() {
  const t = useTexts(identityTexts)
  const signIn = useSignIn(paths.signup, paths.appointment)
  const form = useForm(SignupForm, (body, element) =>
    signIn.run(async () => {
      await call(identityCalls.signUp, { body })
      toast.success(messageTexts[currentLanguage()].verificationSent)
      element.reset()
      form.forget()
      await signIn.enter()
      return 'done'
    }),
  )

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <IdentityFrame title={t.signUp} lead={t.signUpLead}>
      <IdentityForm
        {...form.props}
        submit={t.signUp}
        running={signIn.running}
        problem={signIn.problem}
        others={<GoogleButton onClick={signIn.google} />}
      >
        <Field label={t.name} name="name" autoComplete="name" required error={form.errors.name} />
        <EmailField error={form.errors.email} />
        <PasswordField
          label={t.password}
          name="password"
          hint={t.passwordHint}
          autoComplete="new-password"
          required
          error={form.errors.password}
        />
      </IdentityForm>
      <p>
        {t.haveAccount} <Link to={withOrigin(paths.login, signIn.from)}>{t.login}</Link>
      </p>
    </IdentityFrame>
  )
}
