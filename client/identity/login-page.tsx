import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { CodeForm, factorEndpoints } from '../../contract/identity/factors.ts'
import {
  identityCalls,
  LoginForm,
  ResetRequestForm,
  type SecondStep,
} from '../../contract/identity/identity.ts'
import type { IssueCode } from '../../contract/issues.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useHydrated } from '../data/address.ts'
import { ApiError, call } from '../data/api.ts'
import { ClinicPhone } from '../domain/clinic-phone.tsx'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Link } from '../ui/link.tsx'
import { knowsPasskeys, offerPasskeys, signInByPasskey } from './factors/passkey.ts'
import { factorTexts } from './factors/texts.ts'
import { EmailField, IdentityForm, IdentityFrame, textIn } from './identity-form.tsx'
import { withOrigin } from './origin.ts'
import { useSession } from './session/session.tsx'
import { GoogleButton, useSignIn } from './sign-in.tsx'
import { identityTexts } from './texts.ts'

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
  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <SignInForms
      signIn={signIn}
      lead={leadOf(t, signIn)}
      google={<GoogleButton onClick={signIn.google} />}
    >
      <SignUpInstead from={signIn.from} />
    </SignInForms>
  )
}

/** In the place of a page with something typed whose session has ended; it is shown again afterwards. */
export function SignInAgain() {
  const t = useTexts(identityTexts)
  const { pathname, search } = useLocation()
  const signIn = useSignIn(pathname + search)
  return (
    <SignInForms signIn={signIn} lead={t.leadAgain} isNew>
      <p>
        {t.googleElsewhere}{' '}
        <a href={paths.login} target="_blank" rel="noopener">
          {t.googleInTab}
        </a>
      </p>
    </SignInForms>
  )
}

type SignInFormsProps = {
  signIn: ReturnType<typeof useSignIn>
  lead: string
  isNew?: boolean
  google?: ReactNode
  /** What stands below the form. */
  children: ReactNode
}

/** By password or passkey, and then by the second step of those who have one. */
function SignInForms({ signIn, lead, isNew, google, children }: SignInFormsProps) {
  const t = useTexts(identityTexts)
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

  const [resetOf, setResetOf] = useState<string>()

  useOfferedPasskey(signIn)

  function forgotPassword(element: HTMLFormElement) {
    const checked = checkEmail({ email: textIn(element, 'email') })
    if (checked.ok) {
      const { email } = checked.values
      void signIn.run(async () => {
        setResetOf(undefined)
        await requestReset(email)
        setResetOf(email)
        return 'done'
      })
    } else if (checked.problems.email === missing) {
      signIn.setProblem(messageTexts[currentLanguage()].enterEmailFirst)
      form.focus('email')
    } else form.refuse(checked.problems)
  }

  if (signIn.secondStep) return <SecondStepForm step={signIn.secondStep} signIn={signIn} />
  return (
    <IdentityFrame title={t.login} lead={lead} isNew={isNew}>
      <IdentityForm
        {...form.props}
        submit={t.login}
        pending={signIn.pending}
        problem={signIn.problem}
        others={<OtherWays signIn={signIn} google={google} />}
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
        <p className="identity-sent" role="status">
          {resetOf !== undefined && t.resetSentTo(resetOf)}
        </p>
      </IdentityForm>
      {children}
    </IdentityFrame>
  )
}

const codeFields = ['code'] as const
const checkCode = bySchema(CodeForm, codeFields)

type SecondStepFormProps = { step: SecondStep; signIn: ReturnType<typeof useSignIn> }

/** After the password: the code of an app, a recovery code, or a passkey. */
function SecondStepForm({ step, signIn }: SecondStepFormProps) {
  const t = useTexts(factorTexts)
  const { signOut } = useSession()
  /** To the password, and from there where the person wanted to go. */
  const goBack = () => void signOut(withOrigin(signIn.page, signIn.from))
  function startAgain() {
    // The line is about a code.
    signIn.setProblem('')
    goBack()
  }
  async function giveCode(body: { code: string }) {
    try {
      await call(factorEndpoints.takeSecondStep, { body })
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.status !== 401) throw fault
      goBack()
      throw new ApiError({ status: 401, code: fault.code, message: t.stepOver })
    }
  }
  const form = useForm({
    start: { code: '' },
    fields: codeFields,
    check: checkCode,
    send: (body) =>
      signIn.runForm(async () => {
        await giveCode(body)
        await signIn.enter()
        return 'done'
      }),
  })
  return (
    <IdentityFrame
      title={t.stepTitle}
      lead={
        <>
          {step.code ? t.stepLead : t.stepByPasskey} <ClinicPhone />
        </>
      }
    >
      <IdentityForm
        {...form.props}
        submit={t.goOn}
        pending={signIn.pending}
        problem={signIn.problem}
        others={step.passkey && <PasskeyButton signIn={signIn} label={t.usePasskey} />}
      >
        <Field
          {...form.field('code')}
          label={t.stepCode}
          hint={step.code ? t.stepHint : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          error={form.problems.code}
        />
      </IdentityForm>
      <p>
        <button type="button" className="identity-link" onClick={startAgain}>
          {t.startAgain}
        </button>
      </p>
    </IdentityFrame>
  )
}

type PasskeyButtonProps = { signIn: ReturnType<typeof useSignIn>; label: string }

/** Where the browser knows passkeys; in prerendered pages, whose browser is unknown, too, since most of them do. */
function PasskeyButton({ signIn, label }: PasskeyButtonProps) {
  const hydrated = useHydrated()
  if (hydrated && !knowsPasskeys()) return null
  return (
    <Button
      variant="quiet"
      onClick={() =>
        void signIn.run(async () => {
          await signInByPasskey()
          await signIn.enter()
          return 'done'
        })
      }
    >
      {label}
    </Button>
  )
}

/** The same among what the browser fills into the field of the address. */
function useOfferedPasskey(signIn: PasskeyButtonProps['signIn']): void {
  const [attempt, setAttempt] = useState(0)
  const enter = useEffectEvent((sendChosen: () => Promise<void>) =>
    signIn.run(async () => {
      await sendChosen()
      await signIn.enter()
      return 'done'
    }),
  )
  useEffect(() => {
    const ended = new AbortController()
    void offerPasskeys(ended.signal).then(async (sendChosen) => {
      if (!sendChosen || ended.signal.aborted) return
      const done = await enter(sendChosen)
      // An offer holds for minutes, and a page may stay open for hours: the next one is another.
      if (done === undefined) setAttempt(attempt + 1)
    })
    return () => ended.abort()
  }, [attempt])
}

function OtherWays({ signIn, google }: Pick<SignInFormsProps, 'signIn' | 'google'>) {
  const t = useTexts(factorTexts)
  return (
    <>
      {google}
      <PasskeyButton signIn={signIn} label={t.logInByPasskey} />
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
}
