import { useCallback, useEffect, useState } from 'react'
import { identityCalls } from '../../contract/identity.ts'
import { ApiError, call } from '../api.ts'
import { useTexts } from '../language.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { useQuery } from './query.ts'
import { useSession } from './session.tsx'
import { identityTexts } from './texts.ts'
import { VerificationRequest } from './verification-request.tsx'

type Outcome = 'verified' | 'refused' | 'failed'

async function verify(token: string, signal: AbortSignal): Promise<Outcome> {
  try {
    await call(identityCalls.verifyEmail, { query: { token } }, { signal })
    return 'verified'
  } catch (fault) {
    const refused = fault instanceof ApiError && fault.status >= 400 && fault.status < 500
    return refused && fault.status !== 429 ? 'refused' : 'failed'
  }
}

export function VerifyEmailPage() {
  const say = useTexts(identityTexts)
  const token = useQuery().get('token')
  const { refresh } = useSession()
  const [outcome, setOutcome] = useState<Outcome>()

  const start = useCallback(() => {
    const stop = new AbortController()
    async function ask() {
      const result = token === null ? 'refused' : await verify(token, stop.signal)
      if (stop.signal.aborted) return
      // The session knows whether the address is verified.
      if (result === 'verified') await refresh().catch(() => {})
      setOutcome(result)
    }
    void ask()
    return () => stop.abort()
  }, [token, refresh])
  useEffect(start, [start])

  if (outcome === 'verified') return <Verified />
  if (outcome === 'refused') return <VerificationRequest />
  if (outcome === undefined) return <PageSpinner label={say.confirming} />
  return (
    <div className="page">
      <ErrorState title={say.notConfirmedTitle} onRetry={start}>
        {say.notConfirmed}
      </ErrorState>
    </div>
  )
}

function Verified() {
  const say = useTexts(identityTexts)
  return (
    <IdentityFrame title={say.confirmedTitle} lead={say.confirmedLead}>
      <p>
        <ButtonLink to={paths.appointment}>{say.makeAppointment}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}
