import encodeQR from 'qr'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CodeForm, type Factors, factorEndpoints } from '../../../contract/identity/factors.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { bySchema } from '../../forms/problems.ts'
import { useConfirmation } from '../../forms/use-confirmation.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { ConfirmModal, Modal } from '../../ui/modal/modal.tsx'
import { originIn } from '../origin.ts'
import { type FactorProps, OnlyOne, Passkeys, touches } from './passkeys.tsx'
import { factorTexts } from './texts.ts'
import './factors.css'

/** `isLedTo`: coming from a page that requires a second step, this section scrolls into view. */
type LedTo = { isLedTo: boolean }

/** What an account has for the second step of a sign-in: an app, passkeys, and codes for when both are lost. */
export function FactorsSection({ isLedTo }: LedTo) {
  const t = useTexts(factorTexts)
  const { data, error, isLoading, reload } = useRead(read(factorEndpoints.readFactors, {}), {
    fresh: true,
  })
  const [codes, setCodes] = useState<readonly string[]>([])
  const newCodes = useAction({ send: makeRecoveryCodes, touches, onDone: setCodes })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <Skeleton height="200px" />
  return (
    <div className="factors">
      <Needed factors={data} isLedTo={isLedTo} />
      <App factors={data} newCodes={newCodes} />
      <Passkeys factors={data} newCodes={newCodes} />
      {(data.authenticator || data.passkeys.length > 0) && (
        <RecoveryCodes left={data.recoveryCodesLeft} newCodes={newCodes} />
      )}
      <RecoveryCodesModal codes={codes} onClose={() => setCodes([])} />
    </div>
  )
}

/** New codes, shown this once. */
async function makeRecoveryCodes(): Promise<readonly string[]> {
  return (await call(factorEndpoints.renewRecoveryCodes, {})).codes
}

/** For staff who were led here from a page that asks for it. */
function Needed({ factors, isLedTo }: LedTo & { factors: Factors }) {
  const t = useTexts(factorTexts)
  const { search, hash } = useLocation()
  const from = originIn(new URLSearchParams(search), hash)
  const hasOne = factors.authenticator || factors.passkeys.length > 0
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (from && isLedTo) place.current?.scrollIntoView({ block: 'center' })
  }, [from, isLedTo])
  if (factors.required && !hasOne) {
    return (
      <div ref={place}>
        <Note>{t.needed}</Note>
      </div>
    )
  }
  if (!from || !hasOne || !isLedTo) return null
  return <ButtonLink to={from}>{t.back}</ButtonLink>
}

/** The authenticator app: set up, or removed after a question. */
function App({ factors, newCodes }: FactorProps) {
  const t = useTexts(factorTexts)
  const [setup, setSetup] = useState<{ secret: string; address: string }>()
  const [question, setQuestion] = useState<object>()
  const button = useRef<HTMLButtonElement>(null)
  const start = useAction({
    send: () => call(factorEndpoints.startAuthenticator, {}),
    touches,
    onDone: setSetup,
  })
  const { subject: _, ...removal } = useConfirmation(question, {
    act: () => call(factorEndpoints.removeAuthenticator, {}),
    touches,
    onDone() {
      toast.success(t.appRemoved)
      setQuestion(undefined)
    },
    onClose: () => setQuestion(undefined),
    focusAfterwards: button,
  })
  const { authenticator: isOn, recoveryCodesLeft } = factors
  return (
    <div className="factor">
      <h4>{t.app}</h4>
      <p className="account-hint">{isOn ? t.appOn : t.appOff}</p>
      <Button
        variant="quiet"
        ref={button}
        busy={start.pending}
        onClick={() => (isOn ? setQuestion({}) : void start.run(undefined))}
      >
        {isOn ? t.removeApp : t.addApp}
      </Button>
      <ErrorLine>{start.refusal?.message}</ErrorLine>
      <AuthenticatorModal
        setup={setup}
        onClose={() => setSetup(undefined)}
        onConfirmed={() => {
          setSetup(undefined)
          if (recoveryCodesLeft === 0) void newCodes.run(undefined)
        }}
      />
      <ConfirmModal {...removal} title={t.removeAppQuestion} confirmLabel={t.removeApp}>
        <p>{t.removeAppWhat}</p>
        <OnlyOne factors={factors} />
      </ConfirmModal>
    </div>
  )
}

type RecoveryCodesProps = { left: number; newCodes: FactorProps['newCodes'] }

function RecoveryCodes({ left, newCodes: { pending, refusal, run } }: RecoveryCodesProps) {
  const t = useTexts(factorTexts)
  return (
    <div className="factor">
      <h4>{t.recovery}</h4>
      <p className="account-hint">{t.recoveryLeft(left)}</p>
      <Button variant="quiet" busy={pending} onClick={() => void run(undefined)}>
        {t.newCodes}
      </Button>
      <ErrorLine>{refusal?.message}</ErrorLine>
    </div>
  )
}

type Setup = { secret: string; address: string }
type AuthenticatorModalProps = {
  setup: Setup | undefined
  onClose: () => void
  onConfirmed: () => void
}

/** The secret for an app, and the first code that shows that the app has it. */
function AuthenticatorModal({ setup, onClose, onConfirmed }: AuthenticatorModalProps) {
  const t = useTexts(factorTexts)
  return (
    <Modal title={t.addApp} isOpen={setup !== undefined} onClose={onClose} alert>
      {setup && <SetupForm setup={setup} onConfirmed={onConfirmed} />}
    </Modal>
  )
}

const fields = ['code'] as const
const check = bySchema(CodeForm, fields)

type SetupFormProps = { setup: Setup; onConfirmed: () => void }

function SetupForm({ setup: { secret, address }, onConfirmed }: SetupFormProps) {
  const t = useTexts(factorTexts)
  const form = useForm({
    start: { code: '' },
    fields,
    fieldOf: { wrong_code: 'code' },
    check,
    send: (body) => call(factorEndpoints.confirmAuthenticator, { body }),
    touches,
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

/** Always dark on light, regardless of the page's colours: cameras need it. */
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

type RecoveryCodesModalProps = { codes: readonly string[]; onClose: () => void }

/** New recovery codes, which are shown this once. */
function RecoveryCodesModal({ codes, onClose }: RecoveryCodesModalProps) {
  const t = useTexts(factorTexts)
  return (
    <Modal title={t.codesTitle} isOpen={codes.length > 0} onClose={onClose} alert>
      <div className="factor-form">
        <p>{t.codesLead}</p>
        <ul className="factor-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="factor-buttons">
          <Button onClick={onClose}>{t.stored}</Button>
          <Button variant="quiet" onClick={() => download(codes)}>
            {t.download}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function download(codes: readonly string[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
