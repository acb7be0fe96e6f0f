import { Link } from 'react-router'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, ResetRequestForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { IdentityForm } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { identityTexts } from './texts.ts'
import { useForm } from './use-form.ts'
import { useOperation } from './use-operation.ts'

/** A link that no longer works, and the way to a new one. */
export function ResetRequest() {
  const t = useTexts(identityTexts)
  const operation = useOperation()
  const form = useForm(ResetRequestForm, (body) =>
    operation.run(async () => {
      await call(identityCalls.requestPasswordReset, { body })
      toast.success(messageTexts[currentLanguage()].resetSent)
      return 'done'
    }),
  )

  return (
    <IdentityFrame title={t.deadLink} lead={t.resetLead}>
      <IdentityForm
        {...form.props}
        submit={t.newLink}
        running={operation.running}
        problem={operation.problem}
      >
        <EmailField error={form.errors.email} />
      </IdentityForm>
      <p>
        {t.remembered} <Link to={paths.login}>{t.login}</Link>
      </p>
    </IdentityFrame>
  )
}
