import { useState } from 'react'
import { Link } from 'react-router'
import { confirmationEndpoints } from '../../contract/identity/confirmation-endpoints.ts'
import { PasswordForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { useKnownSession } from './session.tsx'
import { joinTexts } from './texts-join.ts'
import { useForm } from './use-form.ts'
import { type StepProps, useStep } from './use-step.ts'

/**
 * Where the mail about a second sign-up leads: its owner adds what was booked with it to their account,
 * or ends it. Who is signed in may be so to either.
 */
export function JoinSignUp(props: StepProps) {
  const t = useTexts(joinTexts)
  const { user } = useKnownSession()
  const [isElsewhere, setElsewhere] = useState(false)
  const denial = useStep(props)
  const deny = () => call(confirmationEndpoints.denyAccount, { body: { token: props.token } })
  const isHere = user && !isElsewhere
  return (
    <IdentityFrame title={t.title} lead={isHere ? t.lead(user.email) : t.leadElsewhere}>
      {isHere ? (
        <JoinHere {...props} onElsewhere={() => setElsewhere(true)} />
      ) : (
        <JoinByPassword {...props} />
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

function JoinHere({ onElsewhere, ...props }: StepProps & { onElsewhere: () => void }) {
  const t = useTexts(joinTexts)
  const step = useStep(props)
  async function join() {
    try {
      await call(confirmationEndpoints.confirmEmail, { body: { token: props.token } })
    } catch (fault) {
      if (fault instanceof ApiError && (fault.status === 401 || fault.status === 403)) onElsewhere()
      throw fault
    }
  }
  return (
    <div className="identity-form">
      <Button busy={step.running} onClick={() => void step.run(join, 'joined')}>
        {t.join}
      </Button>
      <ErrorLine>{step.problem}</ErrorLine>
    </div>
  )
}

function JoinByPassword(props: StepProps) {
  const t = useTexts(joinTexts)
  const step = useStep(props)
  const form = useForm(PasswordForm, ({ password }) => {
    const body = { token: props.token, password }
    void step.run(() => call(confirmationEndpoints.confirmByPassword, { body }), 'joined')
  })
  return (
    <IdentityForm {...form.props} submit={t.join} running={step.running} problem={step.problem}>
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="current-password"
        required
        error={form.errors.password}
      />
      <Link to={paths.login}>{t.forgot}</Link>
    </IdentityForm>
  )
}

/** The second sign-up has ended, and with it the session of who was signed in to it. */
export function Joined() {
  const t = useTexts(joinTexts)
  const { user } = useKnownSession()
  return (
    <IdentityFrame title={t.joinedTitle} lead={user ? t.joinedLead : t.joinedLeadElsewhere}>
      <p>
        <ButtonLink to={user ? paths.dashboard : paths.login}>
          {user ? t.toAppointments : t.login}
        </ButtonLink>
      </p>
    </IdentityFrame>
  )
}

export function DeniedAgain() {
  const t = useTexts(joinTexts)
  return (
    <IdentityFrame title={t.deniedTitle} lead={t.deniedLead}>
      <p>
        <ButtonLink to={paths.home}>{t.toHome}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}
