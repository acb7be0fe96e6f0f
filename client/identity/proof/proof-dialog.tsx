import { ProofByPassword, proofEndpoints } from '../../../contract/identity/proof.ts'
import { call } from '../../data/api.ts'
import { bySchema } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { proofTexts } from './texts.ts'
import './proof-dialog.css'

type Answered = { onAnswer: (isProved: boolean) => void }

/** Asks who is signed in to prove it once more. */
export function ProofDialog({ onAnswer }: Answered) {
  const t = useTexts(proofTexts)
  return (
    <Modal title={t.title} isOpen onClose={() => onAnswer(false)} alert>
      <div className="proof">
        <p>{t.lead}</p>
        <ByPassword onAnswer={onAnswer} />
      </div>
    </Modal>
  )
}

const fields = ['password'] as const
const check = bySchema(ProofByPassword, fields)

function ByPassword({ onAnswer }: Answered) {
  const t = useTexts(proofTexts)
  const form = useForm({
    start: { password: '' },
    fields,
    fieldOf: { wrong_password: 'password' },
    check,
    send: (body) => call(proofEndpoints.prove, { body }),
    onDone: () => onAnswer(true),
  })
  return (
    <form {...form.props} className="proof-form">
      <PasswordField
        {...form.field('password')}
        label={t.password}
        autoComplete="current-password"
        required
        autoFocus
        error={form.problems.password}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="proof-buttons">
        <Button type="submit" busy={form.pending}>
          {t.confirm}
        </Button>
        <Button variant="quiet" onClick={() => onAnswer(false)}>
          {t.goBack}
        </Button>
      </div>
    </form>
  )
}
