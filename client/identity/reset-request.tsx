import { messageTexts } from '../../contract/fixed-texts.ts'
import { identityCalls, ResetRequestForm } from '../../contract/identity/identity.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { bySchema } from '../forms/problems.ts'
import { useForm } from '../forms/use-form.ts'
import { currentLanguage, useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Link } from '../ui/link.tsx'
import { EmailField } from './email-field.tsx'
import { IdentityForm, textIn } from './identity-form.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { identityTexts } from './texts.ts'

const fields = ['email'] as const
const check = bySchema(ResetRequestForm, fields)

/** A link that no longer works, and the way to a new one. */
export function ResetRequest() {
  const t = useTexts(identityTexts)
  const form = useForm({
    start: { email: '' },
    fields,
    check,
    typed: (element) => ({ email: textIn(element, 'email') }),
    send: (body) => call(identityCalls.requestPasswordReset, { body }),
    onDone: () => toast.success(messageTexts[currentLanguage()].resetSent),
  })

  return (
    <IdentityFrame title={t.deadLink} lead={t.resetLead}>
      <IdentityForm
        {...form.props}
        submit={t.newLink}
        pending={form.pending}
        problem={form.failure}
      >
        <EmailField error={form.problems.email} />
      </IdentityForm>
      <p>
        {t.remembered} <Link to={paths.login}>{t.login}</Link>
      </p>
    </IdentityFrame>
  )
}
