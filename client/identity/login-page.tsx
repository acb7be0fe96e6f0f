import { useRef } from 'react'
import { Link, Navigate } from 'react-router'
import { identityCalls, LoginForm } from '../../contract/identity.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { focusField, useForm } from './use-form.ts'
import { useSignIn } from './use-sign-in.ts'

const leads = {
  sentHere: 'Please log in to go on. You come straight back to where you were.',
  came: 'Good to see you again. Your appointments are where you left them.',
}

export function LoginPage() {
  const signIn = useSignIn(paths.login)
  const place = useRef<HTMLFormElement>(null)
  const form = useForm(LoginForm, (body) =>
    signIn.run(async () => {
      await call(identityCalls.signIn, { body })
      await signIn.enter()
      return 'done'
    }),
  )

  function forgotPassword() {
    if (!place.current) return
    const email = LoginForm.shape.email.safeParse(new FormData(place.current).get('email'))
    if (email.success) void signIn.run(() => requestReset(email.data))
    else if (email.error.issues[0]?.message === messages.emailRequired) {
      signIn.setProblem(messages.enterEmailFirst)
      focusField(place.current, 'email')
    } else form.refuse(place.current, 'email', messages.emailInvalid)
  }

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <IdentityFrame title="Login" lead={signIn.from ? leads.sentHere : leads.came}>
      <IdentityForm
        {...form.props}
        ref={place}
        submit="Login"
        running={signIn.running}
        problem={signIn.problem}
        others={<GoogleButton onClick={signIn.google} />}
      >
        <EmailField error={form.errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={form.errors.password}
        />
        <button type="button" className="identity-link" onClick={forgotPassword}>
          Forgot Password?
        </button>
      </IdentityForm>
      <SignUpInstead from={signIn.from} />
    </IdentityFrame>
  )
}

function SignUpInstead({ from }: { from: string | null }) {
  return (
    <p>
      New here? <Link to={withOrigin(paths.signup, from)}>Create an account</Link>
    </p>
  )
}

async function requestReset(email: string) {
  await call(identityCalls.requestPasswordReset, { body: { email } })
  toast.success(messages.resetSent)
  return 'done' as const
}
