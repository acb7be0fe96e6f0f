import { Link, Navigate } from 'react-router'
import { identityCalls, SignupForm } from '../../contract/identity.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { withOrigin } from './origin.ts'
import { useForm } from './use-form.ts'
import { useSignIn } from './use-sign-in.ts'

export function SignupPage() {
  const signIn = useSignIn(paths.signup, paths.appointment)
  const form = useForm(SignupForm, (body, element) =>
    signIn.run(async () => {
      await call(identityCalls.signUp, { body })
      toast.success(messages.verificationSent)
      element.reset()
      form.forget()
      await signIn.enter()
      return 'done'
    }),
  )

  if (signIn.goTo !== undefined) return <Navigate replace to={signIn.goTo} />
  return (
    <IdentityFrame
      title="Sign Up"
      lead="One account for you: pick a day, see what is free, and find your appointments again."
    >
      <IdentityForm
        {...form.props}
        submit="Sign Up"
        running={signIn.running}
        problem={signIn.problem}
        others={<GoogleButton onClick={signIn.google} />}
      >
        <Field label="Name" name="name" autoComplete="name" required error={form.errors.name} />
        <EmailField error={form.errors.email} />
        <PasswordField
          label="Password"
          name="password"
          hint="At least 6 characters; a short sentence is easy to remember."
          autoComplete="new-password"
          required
          error={form.errors.password}
        />
      </IdentityForm>
      <p>
        Already have an account? <Link to={withOrigin(paths.login, signIn.from)}>Login</Link>
      </p>
    </IdentityFrame>
  )
}
