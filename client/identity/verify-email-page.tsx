import { useState } from 'react'
import { confirmationEndpoints } from '../../contract/identity/confirmation-endpoints.ts'
import { NewPasswordForm, PasswordForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { DeniedAgain, Joined, JoinSignUp } from './join-sign-up.tsx'
import { useHydrated, useQuery } from './query.ts'
import { useKnownSession } from './session.tsx'
import { identityTexts } from './texts.ts'
import { useForm } from './use-form.ts'
import { type Outcome, type StepProps, useStep } from './use-step.ts'
import { VerificationRequest } from './verification-request.tsx'

/** Where the link of a confirmation mail leads: nothing happens before somebody presses a button. */
export function VerifyEmailPage() {
  const hydrated = useHydrated()
  const query = useQuery()
  const token = query.get('token')
  const session = useKnownSession()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isElsewhere, setElsewhere] = useState(false)

  if (outcome === 'confirmed') return <Confirmed />
  if (outcome === 'joined') return <Joined />
  if (outcome === 'denied') return query.has('again') ? <DeniedAgain /> : <Denied />
  if (!hydrated || (session.status === 'loading' && !session.failed)) return <PageSpinner />
  if (token === null || outcome === 'refused') return <VerificationRequest />
  const step = { token, onOutcome: setOutcome }
  if (query.has('again')) return <JoinSignUp {...step} />
  if (!session.user || isElsewhere) return <ConfirmElsewhere {...step} />
  return <ConfirmHere {...step} email={session.user.email} onElsewhere={() => setElsewhere(true)} />
}

type HereProps = StepProps & { email: string; onElsewhere: () => void }

/** This browser is signed in, as a rule to the account that the link is about. */
function ConfirmHere({ email, onElsewhere, ...props }: HereProps) {
  const t = useTexts(identityTexts)
  const step = useStep(props)
  async function confirm() {
    try {
      await call(confirmationEndpoints.confirmEmail, { body: { token: props.token } })
    } catch (fault) {
      const isOther = fault instanceof ApiError && fault.code !== 'link_over'
      if (isOther && (fault.status === 401 || fault.status === 403)) onElsewhere()
      throw fault
    }
  }
  return (
    <IdentityFrame title={t.confirmTitle} lead={t.confirmLead(email)}>
      <div className="identity-form">
        <Button busy={step.running} onClick={() => void step.run(confirm, 'confirmed')}>
          {t.confirm}
        </Button>
        <ErrorLine>{step.problem}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

/** Who reads the mail may have made the account at another browser, or not at all. */
function ConfirmElsewhere(props: StepProps) {
  const t = useTexts(identityTexts)
  const [isChoosing, setChoosing] = useState(false)
  const denial = useStep(props)
  const deny = () => call(confirmationEndpoints.denyAccount, { body: { token: props.token } })
  return (
    <IdentityFrame title={t.confirmTitle} lead={isChoosing ? t.chooseLead : t.elsewhereLead}>
      {isChoosing ? (
        <NewPassword {...props} />
      ) : (
        <KnownPassword {...props} onChoose={() => setChoosing(true)} />
      )}
      <div className="identity-form">
        <p>{t.notYours}</p>
        <Button
          variant="danger"
          busy={denial.running}
          onClick={() => void denial.run(deny, 'denied')}
        >
          {t.notMe}
        </Button>
        <ErrorLine>{denial.problem}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

function KnownPassword({ onChoose, ...props }: StepProps & { onChoose: () => void }) {
  const t = useTexts(identityTexts)
  const step = useStep(props)
  const form = useForm(PasswordForm, ({ password }) => {
    const body = { token: props.token, password }
    void step.run(() => call(confirmationEndpoints.confirmByPassword, { body }), 'confirmed')
  })
  return (
    <IdentityForm {...form.props} submit={t.confirm} running={step.running} problem={step.problem}>
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="current-password"
        required
        error={form.errors.password}
      />
      <button type="button" className="identity-link" onClick={onChoose}>
        {t.choosePassword}
      </button>
    </IdentityForm>
  )
}

function NewPassword(props: StepProps) {
  const t = useTexts(identityTexts)
  const step = useStep(props)
  const form = useForm(NewPasswordForm, ({ password }) => {
    const body = { token: props.token, newPassword: password }
    void step.run(() => call(confirmationEndpoints.confirmWithNewPassword, { body }), 'confirmed')
  })
  return (
    <IdentityForm
      {...form.props}
      submit={t.savePasswordAndConfirm}
      running={step.running}
      problem={step.problem}
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
