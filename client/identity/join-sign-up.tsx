import { useState } from 'react'
import { Link } from 'react-router'
import { confirmationEndpoints } from '../../contract/identity/confirmation-endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { PasswordByLink } from './password-by-link.tsx'
import { useKnownSession } from './session/session.tsx'
import { joinTexts } from './texts-join.ts'
import { type StepProps, useStep } from './use-step.ts'

/**
 * Where the mail about a second sign-up leads: its owner adds what was booked with it to their account,
 * or ends it. Who is signed in may be so to either.
 */
export function JoinSignUp(props: StepProps) {
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
