import { useState } from 'react'
import { confirmationEndpoints } from '../../contract/identity/confirmation-endpoints.ts'
import { NewPasswordForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken, useQuery } from '../data/address.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { clinic } from '../domain/clinic.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { IdentityForm, textIn } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { DeniedAgain, Joined, JoinSignUp } from './join-sign-up.tsx'
import { PasswordByLink } from './password-by-link.tsx'
import { useKnownSession } from './session/session.tsx'
import { identityTexts } from './texts.ts'
import { type Outcome, type StepProps, useStep } from './use-step.ts'
import { VerificationRequest } from './verification-request.tsx'

/** Where the link of a confirmation mail leads: nothing happens before somebody presses a button. */
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
  if (outcome === 'denied') return query.has('again') ? <DeniedAgain /> : <Denied />
  if (token === undefined || (session.status === 'loading' && !session.failed))
    return <PageSpinner />
  if (token === '' || outcome === 'refused') return <VerificationRequest />
  const step = { token, onOutcome: setOutcome }
  if (query.has('again')) return <JoinSignUp {...step} />
  if (!session.user || isElsewhere) return <ConfirmElsewhere {...step} />
  return <ConfirmHere {...step} email={session.user.email} onElsewhere={() => setElsewhere(true)} />
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
function ConfirmElsewhere(props: StepProps) {
  const t = useTexts(identityTexts)
  const [isChoosing, setChoosing] = useState(false)
  const step = useStep()
  const denial = useAction({
    send: (token: string) =>
      step(() => call(confirmationEndpoints.denyAccount, { body: { token } }), 'denied'),
    onDone: props.onOutcome,
  })
  return (
    <IdentityFrame title={t.confirmTitle} lead={isChoosing ? t.chooseLead : t.elsewhereLead}>
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
        error={form.problems.password}
      />
    </IdentityForm>
  )
}

function Confirmed() {
  const t = useTexts(identityTexts)
  return (
    <IdentityFrame title={t.confirmedTitle} lead={t.confirmedLead}>
      <p>
        <ButtonLink to={paths.appointment}>{t.makeAppointment}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}

function Denied() {
  const t = useTexts(identityTexts)
  return (
    <IdentityFrame title={t.deniedTitle} lead={t.deniedLead}>
      <p>
        <ButtonLink to={paths.home}>{t.toHome}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}
