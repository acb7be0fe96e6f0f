import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { useKnownSession } from './session/session.tsx'
import { identityTexts } from './texts.ts'

/** A verification link that no longer works, and the way to a new one. */
export function VerificationRequest() {
  const t = useTexts(identityTexts)
  const { user } = useKnownSession()
  if (user?.emailVerified) {
    return (
      <IdentityFrame title={t.alreadyTitle} lead={t.alreadyLead}>
        <p>
          <ButtonLink to={paths.appointment}>{t.makeAppointment}</ButtonLink>
        </p>
      </IdentityFrame>
    )
  }
  return (
    <IdentityFrame title={t.deadLink} lead={t.verifyLead}>
      {user ? <SendAgain email={user.email} /> : <LoginFirst />}
    </IdentityFrame>
  )
}

function SendAgain({ email }: { email: string }) {
  const t = useTexts(identityTexts)
  const action = useAction({
    send: (email: string) => call(identityCalls.sendVerificationEmail, { body: { email } }),
    onDone: () => toast.success(messageTexts[currentLanguage()].verificationSent),
  })
  return (
    <div className="identity-form">
      <p>
        {t.sendTo} <strong>{email}</strong>.
      </p>
      <Button busy={action.pending} onClick={() => void action.run(email)}>
        {t.sendAgain}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </div>
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
