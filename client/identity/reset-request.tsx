import { Link } from 'react-router'
import { identityCalls, ResetRequestForm } from '../../contract/identity.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { useForm } from './use-form.ts'
import { useOperation } from './use-operation.ts'

/** A link that no longer works, and the way to a new one. */
export function ResetRequest() {
  const operation = useOperation()
  const form = useForm(ResetRequestForm, (body) =>
    operation.run(async () => {
      await call(identityCalls.requestPasswordReset, { body })
      toast.success(messages.resetSent)
      return 'done'
    }),
  )

  return (
    <IdentityFrame
      title="This link no longer works"
      lead="Links for a new password work once and for a short time. Your old password is unchanged; we gladly mail you a new link."
    >
      <IdentityForm
        {...form.props}
        submit="Send a new link"
        running={operation.running}
        problem={operation.problem}
      >
        <EmailField error={form.errors.email} />
      </IdentityForm>
      <p>
        Remembered it? <Link to={paths.login}>Login</Link>
      </p>
    </IdentityFrame>
  )
}
