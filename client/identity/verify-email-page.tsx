import { type ReactNode, useState } from 'react'
import { confirmationEndpoints } from '../../contract/identity/account.ts'
import { NewPasswordForm, PasswordForm } from '../../contract/identity/identity.ts'
import { defineTexts, type Localized } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken, useQuery } from '../data/address.ts'
import { ApiError, call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { clinic } from '../domain/clinic.ts'
import { SendConfirmation } from '../domain/confirmation/send-confirmation.tsx'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { IdentityForm, IdentityFrame, textIn } from './identity-form.tsx'
import { withOrigin } from './origin.ts'
import { useKnownSession, useSession } from './session/session.tsx'
import { identityTexts } from './texts.ts'

export const head = {
  title: defineTexts({ en: 'Confirm your e-mail address', es: 'Confirme su correo electrónico' }),
}

/** The page that the link of a confirmation mail opens. Nothing is confirmed before a button is pressed. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  return <VerifyEmail key={token ?? ''} token={token} />
}

function VerifyEmail({ token }: { token: string | undefined }) {
  const query = useQuery()
  const session = useKnownSession()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isElsewhere, setElsewhere] = useState(false)

  if (outcome === 'confirmed') return <Confirmed />
  if (outcome === 'joined') return <Joined />
  if (outcome === 'denied')
    return query.has('again') ? <Denied texts={joinTexts} /> : <Denied texts={identityTexts} />
  if (token === undefined || (session.status === 'loading' && !session.failed))
    return <PageSpinner />
  if (token === '' || outcome === 'refused')
    return <VerificationRequest isNew={outcome === 'refused'} />
  const step = { token, onOutcome: setOutcome }
  if (query.has('again')) return <JoinSignUp {...step} />
  if (!session.user || isElsewhere) return <ConfirmElsewhere {...step} isNew={isElsewhere} />
  return <ConfirmHere {...step} email={session.user.email} onElsewhere={() => setElsewhere(true)} />
}

/** What came of the link in a mail that proves an address. */
type Outcome = 'confirmed' | 'joined' | 'denied' | 'refused'
type StepProps = { token: string; onOutcome: (outcome: Outcome) => void }

/**
 * For the `send` of a step, which answers its outcome: a link that is over is one as well, and the
 * session learns what has changed.
 */
function useStep() {
  const { refresh } = useSession()
  return async (act: () => Promise<unknown>, outcome: Outcome): Promise<Outcome> => {
    const reached = await act().then(
      () => outcome,
      (fault: unknown) => {
        if (fault instanceof ApiError && fault.code === 'link_over') return 'refused' as const
        throw fault
      },
    )
    await refresh().catch(() => {})
    return reached
  }
}

type HereProps = StepProps & { email: string; onElsewhere: () => void }

/** This browser is signed in, as a rule to the account that the link is about. */
function ConfirmHere({ email, token, onOutcome, onElsewhere }: HereProps) {
  const t = useTexts(identityTexts)
  const step = useStep()
  const action = useAction({
    send: (token: string) =>
      step(() => call(confirmationEndpoints.confirmEmail, { body: { token } }), 'confirmed'),
    onDone: onOutcome,
    onRefused: ({ status }) => (status === 401 || status === 403) && onElsewhere(),
  })
  return (
    <IdentityFrame title={t.confirmTitle} lead={t.confirmLead(email)}>
      <div className="identity-form">
        <Button busy={action.pending} onClick={() => void action.run(token)}>
          {t.confirm}
        </Button>
        <ErrorLine>{action.refusal?.message}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

/** Who reads the mail may have made the account at another browser, or not at all. */
function ConfirmElsewhere({ isNew, ...props }: StepProps & { isNew: boolean }) {
  const t = useTexts(identityTexts)
  const [isChoosing, setChoosing] = useState(false)
  const step = useStep()
  const denial = useAction({
    send: (token: string) =>
      step(() => call(confirmationEndpoints.denyAccount, { body: { token } }), 'denied'),
    onDone: props.onOutcome,
  })
  return (
    <IdentityFrame
      title={t.confirmTitle}
      lead={isChoosing ? t.chooseLead : t.elsewhereLead}
      isNew={isNew}
    >
      {isChoosing ? (
        <NewPassword {...props} />
      ) : (
        <PasswordByLink {...props} outcome="confirmed" submit={t.confirm}>
          <button type="button" className="identity-link" onClick={() => setChoosing(true)}>
            {t.choosePassword}
          </button>
        </PasswordByLink>
      )}
      <div className="identity-form">
        <p>{t.notYours}</p>
        <Button variant="danger" busy={denial.pending} onClick={() => void denial.run(props.token)}>
          {t.notMe}
        </Button>
        <ErrorLine>{denial.refusal?.message}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

const passwordFields = ['password'] as const
const check = bySchema(PasswordForm, passwordFields)

type PasswordByLinkProps = StepProps & {
  /** What the link and the password bring about together. */
  outcome: Outcome
  submit: string
  /** Another way, under the field. */
  children: ReactNode
}

/** Who follows a link from a mail at another browser gives the password of the account it is about. */
function PasswordByLink(props: PasswordByLinkProps) {
  const { token, outcome, onOutcome, submit, children } = props
  const t = useTexts(identityTexts)
  const step = useStep()
  const form = useForm({
    start: { password: '' },
    fields: passwordFields,
    check,
    typed: (element) => ({ password: textIn(element, 'password') }),
    send: ({ password }) =>
      step(
        () => call(confirmationEndpoints.confirmByPassword, { body: { token, password } }),
        outcome,
      ),
    onDone: onOutcome,
  })
  return (
    <IdentityForm {...form.props} submit={submit} pending={form.pending} problem={form.failure}>
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="current-password"
        required
        error={form.problems.password}
      />
      {children}
    </IdentityForm>
  )
}

const fields = ['password'] as const
const checkNewPassword = bySchema(NewPasswordForm, fields)

function NewPassword({ token, onOutcome }: StepProps) {
  const t = useTexts(identityTexts)
  const step = useStep()
  const form = useForm({
    start: { password: '' },
    fields,
    check: checkNewPassword,
    typed: (element) => ({ password: textIn(element, 'password') }),
    send({ password }) {
      const body = { token, newPassword: password }
      return step(() => call(confirmationEndpoints.confirmWithNewPassword, { body }), 'confirmed')
    },
    onDone: onOutcome,
  })
  return (
    <IdentityForm
      {...form.props}
      submit={t.savePasswordAndConfirm}
      pending={form.pending}
      problem={form.failure}
    >
      <PasswordField
        label={t.newPassword}
        name="password"
        hint={t.passwordHint(clinic.passwordLength)}
        autoComplete="new-password"
        required
        // The button that opened the form is gone.
        autoFocus
        error={form.problems.password}
      />
    </IdentityForm>
  )
}

function Confirmed() {
  const t = useTexts(identityTexts)
  return (
    <IdentityFrame title={t.confirmedTitle} lead={t.confirmedLead} isNew>
      <p>
        <ButtonLink to={paths.appointment}>{t.makeAppointment}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}

type DeniedTexts = { deniedTitle: string; deniedLead: string }

function Denied({ texts }: { texts: Localized<DeniedTexts> }) {
  const { deniedTitle, deniedLead } = useTexts(texts)
  const { toHome } = useTexts(identityTexts)
  return (
    <IdentityFrame title={deniedTitle} lead={deniedLead} isNew>
      <p>
        <ButtonLink to={paths.home}>{toHome}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}

/** A verification link that no longer works, and the way to a new one. */
function VerificationRequest({ isNew }: { isNew: boolean }) {
  const t = useTexts(identityTexts)
  const { user } = useKnownSession()
  if (user?.emailVerified) {
    return (
      <IdentityFrame title={t.alreadyTitle} lead={t.alreadyLead} isNew={isNew}>
        <p>
          <ButtonLink to={paths.appointment}>{t.makeAppointment}</ButtonLink>
        </p>
      </IdentityFrame>
    )
  }
  return (
    <IdentityFrame title={t.deadLink} lead={t.verifyLead} isNew={isNew}>
      {user ? <SendConfirmation /> : <LoginFirst />}
    </IdentityFrame>
  )
}

function LoginFirst() {
  const t = useTexts(identityTexts)
  return (
    <p>
      <ButtonLink to={withOrigin(paths.login, paths.verifyEmail)}>{t.loginForNew}</ButtonLink>
    </p>
  )
}

/**
 * Where the mail about a second sign-up leads: its owner adds what was booked with it to their account,
 * or ends it. Who is signed in may be so to either.
 */
function JoinSignUp(props: StepProps) {
  const t = useTexts(joinTexts)
  const { user } = useKnownSession()
  const [isElsewhere, setElsewhere] = useState(false)
  const step = useStep()
  const denial = useAction({
    send: (token: string) =>
      step(() => call(confirmationEndpoints.denyAccount, { body: { token } }), 'denied'),
    onDone: props.onOutcome,
  })
  const isHere = user && !isElsewhere
  return (
    <IdentityFrame title={t.title} lead={isHere ? t.lead(user.email) : t.leadElsewhere}>
      {isHere ? (
        <JoinHere {...props} onElsewhere={() => setElsewhere(true)} />
      ) : (
        <PasswordByLink {...props} outcome="joined" submit={t.join}>
          <Link to={paths.login}>{t.forgot}</Link>
        </PasswordByLink>
      )}
      <div className="identity-form">
        <p>{t.notYours}</p>
        <Button variant="danger" busy={denial.pending} onClick={() => void denial.run(props.token)}>
          {t.notMe}
        </Button>
        <ErrorLine>{denial.refusal?.message}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

function JoinHere({ token, onOutcome, onElsewhere }: StepProps & { onElsewhere: () => void }) {
  const t = useTexts(joinTexts)
  const step = useStep()
  const action = useAction({
    send: (token: string) =>
      step(() => call(confirmationEndpoints.confirmEmail, { body: { token } }), 'joined'),
    onDone: onOutcome,
    onRefused: ({ status }) => (status === 401 || status === 403) && onElsewhere(),
  })
  return (
    <div className="identity-form">
      <Button busy={action.pending} onClick={() => void action.run(token)}>
        {t.join}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </div>
  )
}

/** The second sign-up has ended, and with it the session of who was signed in to it. */
function Joined() {
  const t = useTexts(joinTexts)
  const { user } = useKnownSession()
  return (
    <IdentityFrame title={t.joinedTitle} lead={user ? t.joinedLead : t.joinedLeadElsewhere} isNew>
      <p>
        <ButtonLink to={user ? paths.dashboard : paths.login}>
          {user ? t.toAppointments : t.login}
        </ButtonLink>
      </p>
    </IdentityFrame>
  )
}

/** About a second sign-up with the address of an account. */
const joinTexts = defineTexts({
  en: {
    title: 'You already have an account',
    lead: (email: string) =>
      `Somebody signed up with ${email} once more. If it was you, one press adds what was booked there to your account.`,
    leadElsewhere:
      'Somebody signed up with your address once more. If it was you, give your password, and what was booked there is added to your account.',
    join: 'Add it to my account',
    forgot: 'Forgot Password?',
    notYours: 'You did not sign up once more?',
    notMe: 'This was not me',
    joinedTitle: 'All of it is in your account',
    joinedLead: 'What was booked with the second sign-up is among your appointments now.',
    joinedLeadElsewhere:
      'Please log in with the password that you had before. The second one is no longer needed.',
    toAppointments: 'My appointments',
    login: 'Login',
    deniedTitle: 'The second sign-up is removed',
    deniedLead: 'Thank you. What was booked with it is cancelled; your own account is as it was.',
  },
  es: {
    title: 'Usted ya tiene una cuenta',
    lead: (email) =>
      `Alguien se registró otra vez con ${email}. Si fue usted, pulse el botón y lo que se reservó allí pasará a su cuenta.`,
    leadElsewhere:
      'Alguien se registró otra vez con su correo. Si fue usted, escriba su contraseña y lo que se reservó allí pasará a su cuenta.',
    join: 'Añadirlo a mi cuenta',
    forgot: '¿Olvidó su contraseña?',
    notYours: '¿Usted no se registró otra vez?',
    notMe: 'No fui yo',
    joinedTitle: 'Todo está en su cuenta',
    joinedLead: 'Lo que se reservó con el segundo registro ya está entre sus citas.',
    joinedLeadElsewhere:
      'Inicie sesión con la contraseña que ya tenía, por favor. La segunda ya no hace falta.',
    toAppointments: 'Mis citas',
    login: 'Iniciar sesión',
    deniedTitle: 'El segundo registro se eliminó',
    deniedLead:
      'Gracias. Lo que se reservó con él queda cancelado; su propia cuenta sigue como estaba.',
  },
})
