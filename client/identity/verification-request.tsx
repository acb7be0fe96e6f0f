import { identityCalls } from '../../contract/identity.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { toast } from '../ui/toast.ts'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { useKnownSession } from './session.tsx'
import { useOperation } from './use-operation.ts'

/** A verification link that no longer works, and the way to a new one. */
export function VerificationRequest() {
  const { user } = useKnownSession()
  if (user?.emailVerified) {
    return (
      <IdentityFrame
        title="Your e-mail address is already confirmed"
        lead="The link has done its work; there is nothing left to do."
      >
        <p>
          <ButtonLink to={paths.appointment}>Make an appointment</ButtonLink>
        </p>
      </IdentityFrame>
    )
  }
  return (
    <IdentityFrame
      title="This link no longer works"
      lead="Links that confirm an address work for a short time. Your account and your appointments are safe; we gladly mail you a new one."
    >
      {user ? <SendAgain email={user.email} /> : <LoginFirst />}
    </IdentityFrame>
  )
}

function SendAgain({ email }: { email: string }) {
  const operation = useOperation()
  const send = () =>
    operation.run(async () => {
      await call(identityCalls.sendVerificationEmail, { body: { email } })
      toast.success(messages.verificationSent)
      return 'done'
    })
  return (
    <div className="identity-form">
      <p>
        We send it to <strong>{email}</strong>.
      </p>
      <Button busy={operation.running} onClick={send}>
        Send it again
      </Button>
      <ErrorLine>{operation.problem}</ErrorLine>
    </div>
  )
}

function LoginFirst() {
  return (
    <p>
      <ButtonLink to={withOrigin(paths.login, paths.verifyEmail)}>
        Login to get a new one
      </ButtonLink>
    </p>
  )
}
