import encodeQR from 'qr'
import { CodeForm, factorEndpoints } from '../../../contract/identity/factors.ts'
import { call } from '../../data/api.ts'
import { bySchema } from '../../forms/problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { factorTexts } from './texts.ts'

type Setup = { secret: string; address: string }
type AuthenticatorModalProps = {
  setup: Setup | undefined
  onClose: () => void
  onConfirmed: () => Promise<void>
}

/** The secret for an app, and the first code that shows that the app has it. */
export function AuthenticatorModal({ setup, onClose, onConfirmed }: AuthenticatorModalProps) {
  const t = useTexts(factorTexts)
  return (
    <Modal title={t.addApp} isOpen={setup !== undefined} onClose={onClose} alert>
      {setup && <SetupForm setup={setup} onConfirmed={onConfirmed} />}
    </Modal>
  )
}

const fields = ['code'] as const
const check = bySchema(CodeForm, fields)

type SetupFormProps = { setup: Setup; onConfirmed: () => Promise<void> }

function SetupForm({ setup: { secret, address }, onConfirmed }: SetupFormProps) {
  const t = useTexts(factorTexts)
  const form = useForm({
    start: { code: '' },
    fields,
    fieldOf: { wrong_code: 'code' },
    check,
    send: (body) => call(factorEndpoints.confirmAuthenticator, { body }),
    touches: [factorEndpoints.readFactors],
    onDone: onConfirmed,
  })
  return (
    <form {...form.props} className="factor-form">
      <p>{t.scan}</p>
      <QrCode text={address} label={t.qr} />
      <p>
        {t.key} <code className="factor-key">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Field
        {...form.field('code')}
        label={t.code}
        hint={t.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={form.problems.code}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.confirmApp}
      </Button>
    </form>
  )
}

/** Dark on light whatever the colours of the page are: cameras want it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw')
  const squares = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg className="factor-qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img">
      <title>{label}</title>
      <path d={squares.join('')} />
    </svg>
  )
}
