import { paths } from '../../contract/page-paths.ts'
import { SendConfirmation } from '../domain/confirmation/send-confirmation.tsx'
import { useTexts } from '../i18n/language.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
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
