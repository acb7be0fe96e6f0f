import { Navigate } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, LoginForm, ResetRequestForm } from '../../contract/identity/identity.ts'
import type { IssueCode } from '../../contract/issues.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useHydrated } from '../data/address.ts'
import { call } from '../data/api.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Link } from '../ui/link.tsx'
import { EmailField } from './email-field.tsx'
import { PasskeyButton, SecondStepForm, useOfferedPasskey } from './factors/second-step.tsx'
import { factorTexts } from './factors/texts.ts'
import { GoogleButton } from './google-button.tsx'
import { IdentityForm, textIn } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { identityTexts } from './texts.ts'
import { useSignIn } from './use-sign-in.ts'

export const head = {
  title: defineTexts({ en: 'Login', es: 'Iniciar sesión' }),
  description: defineTexts({
    en: 'Log in to book an appointment and to see the ones you have.',
    es: 'Inicie sesión para reservar una cita y ver las que ya tiene.',
  }),
}

const fields = ['email', 'password'] as const
const check = bySchema(LoginForm, fields)

export function LoginPage() {
  const t = useTexts(identityTexts)
  const signIn = useSignIn(paths.login)
  const form = useForm({
    start: { email: '', password: '' },
    fields,
    check,
    typed: (element) => ({
      email: textIn(element, 'email'),
      password: textIn(element, 'password'),
    }),
    send: (body) =>
      signIn.runForm(async () => {
        await call(identityCalls.signIn, { body })
        await signIn.enter()
        return 'done'
      }),
  })

  useOfferedPasskey(signIn)

  function forgotPassword(element: HTMLFormElement) {
    const checked = checkEmail({ email: textIn(element, 'email') })
    if (checked.ok) void signIn.run(() => requestReset(checked.values.email))
    else if (checked.problems.email === missing) {
      signIn.setProblem(messageTexts[currentLanguage()].enterEmailFirst)
      form.focus('email')
    } else form.refuse(checked.problems)
  }

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  if (signIn.secondStep) return <SecondStepForm step={signIn.secondStep} signIn={signIn} />
  return (
    <IdentityFrame title={t.login} lead={leadOf(t, signIn)}>
      <IdentityForm
        {...form.props}
        submit={t.login}
        pending={signIn.pending}
        problem={signIn.problem}
        others={<OtherWays signIn={signIn} />}
      >
        <EmailField error={form.problems.email} autoComplete="username webauthn" />
        <PasswordField
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
        />
        <button
          type="button"
          className="identity-link"
          onClick={({ currentTarget }) => currentTarget.form && forgotPassword(currentTarget.form)}
        >
          {t.forgot}
        </button>
      </IdentityForm>
      <SignUpInstead from={signIn.from} />
    </IdentityFrame>
  )
}

function OtherWays({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const t = useTexts(factorTexts)
  const hydrated = useHydrated()
  return (
    <>
      <GoogleButton onClick={signIn.google} />
      {hydrated && <PasskeyButton signIn={signIn} label={t.logInByPasskey} />}
    </>
  )
}

function leadOf(
  t: (typeof identityTexts)['en'],
  { from, hasEnded }: { from: string | null; hasEnded: boolean },
) {
  if (hasEnded) return t.leadEnded
  return from ? t.leadSentHere : t.leadCame
}

function SignUpInstead({ from }: { from: string | null }) {
  const t = useTexts(identityTexts)
  return (
    <p>
      {t.newHere} <Link to={withOrigin(paths.signup, from)}>{t.create}</Link>
    </p>
  )
}

const checkEmail = bySchema(ResetRequestForm, ['email'])
const missing: IssueCode = 'email_required'

async function requestReset(email: string) {
  await call(identityCalls.requestPasswordReset, { body: { email } })
  toast.success(messageTexts[currentLanguage()].resetSent)
  return 'done' as const
}
