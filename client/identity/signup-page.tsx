import { Navigate } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, SignupForm } from '../../contract/identity/identity.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { clinic } from '../domain/clinic.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Link } from '../ui/link.tsx'
import { EmailField, IdentityForm, IdentityFrame, textIn } from './identity-form.tsx'
import { withOrigin } from './origin.ts'
import { GoogleButton, useSignIn } from './sign-in.tsx'
import { identityTexts } from './texts.ts'

export const head = {
  title: defineTexts({ en: 'Sign Up', es: 'Crear cuenta' }),
  description: defineTexts({
    en: 'Make an account and book your appointment online.',
    es: 'Cree su cuenta y reserve su cita en línea.',
  }),
}

const fields = ['name', 'email', 'password'] as const
const check = bySchema(SignupForm, fields)

export function SignupPage() {
  const t = useTexts(identityTexts)
  const signIn = useSignIn(paths.signup, paths.appointment)
  const form = useForm({
    start: { name: '', email: '', password: '' },
    fields,
    check,
    typed: (element) => ({
      name: textIn(element, 'name'),
      email: textIn(element, 'email'),
      password: textIn(element, 'password'),
    }),
    send: (body) =>
      signIn.runForm(async () => {
        await call(identityCalls.signUp, { body })
        toast.success(messageTexts[currentLanguage()].verificationSent)
        form.reset()
        await signIn.enter()
        return 'done'
      }),
  })

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <IdentityFrame title={t.signUp} lead={t.signUpLead}>
      <IdentityForm
        {...form.props}
        submit={t.signUp}
        pending={signIn.pending}
        problem={signIn.problem}
        others={<GoogleButton onClick={signIn.google} />}
      >
        <Field
          label={t.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          error={form.problems.name}
        />
        <EmailField error={form.problems.email} />
        <PasswordField
          label={t.password}
          name="password"
          hint={t.passwordHint(clinic.passwordLength)}
          autoComplete="new-password"
          required
          error={form.problems.password}
        />
      </IdentityForm>
      <p>
        {t.haveAccount} <Link to={withOrigin(paths.login, signIn.from)}>{t.login}</Link>
      </p>
    </IdentityFrame>
  )
}
