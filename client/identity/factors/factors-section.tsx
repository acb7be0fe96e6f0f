import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Factors, factorEndpoints } from '../../../contract/identity/factors.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { touch } from '../../data/touch.ts'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { originIn, safeOrigin } from '../origin.ts'
import { AuthenticatorModal } from './authenticator-modal.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesModal } from './recovery-codes-modal.tsx'
import { factorTexts } from './texts.ts'
import './factors.css'

const touches = [factorEndpoints.readFactors]

/** `isLedTo`: somebody who comes from a page that asks for a second step is to see it at once. */
type LedTo = { isLedTo: boolean }

/** What an account has for the second step of a sign-in: an app, passkeys, and codes for when both are lost. */
export function FactorsSection({ isLedTo }: LedTo) {
  const t = useTexts(factorTexts)
  const { data, error, isLoading, reload } = useRead(read(factorEndpoints.readFactors, {}), {
    fresh: true,
  })
  const [codes, setCodes] = useState<readonly string[]>([])
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <Skeleton height="200px" />
  return (
    <div className="factors">
      <Needed factors={data} isLedTo={isLedTo} />
      <App isOn={data.authenticator} hasCodes={data.recoveryCodesLeft > 0} onCodes={setCodes} />
      <Passkeys passkeys={data.passkeys} hasCodes={data.recoveryCodesLeft > 0} onCodes={setCodes} />
      {(data.authenticator || data.passkeys.length > 0) && (
        <RecoveryCodes left={data.recoveryCodesLeft} onCodes={setCodes} />
      )}
      <RecoveryCodesModal codes={codes} onClose={() => setCodes([])} />
    </div>
  )
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
  return <ButtonLink to={safeOrigin(from)}>{t.back}</ButtonLink>
}

/** New codes, shown this once. */
async function makeRecoveryCodes(): Promise<readonly string[]> {
  return (await call(factorEndpoints.renewRecoveryCodes, {})).codes
}

type AppProps = { isOn: boolean; hasCodes: boolean; onCodes: (codes: readonly string[]) => void }

function App({ isOn, hasCodes, onCodes }: AppProps) {
  const t = useTexts(factorTexts)
  const [setup, setSetup] = useState<{ secret: string; address: string }>()
  const start = useAction({
    send: () => call(factorEndpoints.startAuthenticator, {}),
    touches,
    onDone: setSetup,
  })
  const remove = useAction({
    send: () => call(factorEndpoints.removeAuthenticator, {}),
    touches,
    onDone: () => toast.success(t.appRemoved),
  })
  const { pending, refusal, run } = isOn ? remove : start
  return (
    <div className="factor">
      <h4>{t.app}</h4>
      <p className="account-hint">{isOn ? t.appOn : t.appOff}</p>
      <Button variant="quiet" busy={pending} onClick={() => void run(undefined)}>
        {isOn ? t.removeApp : t.addApp}
      </Button>
      <ErrorLine>{refusal?.message}</ErrorLine>
      <AuthenticatorModal
        setup={setup}
        onClose={() => setSetup(undefined)}
        onConfirmed={async () => {
          setSetup(undefined)
          if (!hasCodes) onCodes(await makeRecoveryCodes())
          touch(...touches)
        }}
      />
    </div>
  )
}

function RecoveryCodes({ left, onCodes }: { left: number; onCodes: AppProps['onCodes'] }) {
  const t = useTexts(factorTexts)
  const { pending, refusal, run } = useAction({ send: makeRecoveryCodes, touches, onDone: onCodes })
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
