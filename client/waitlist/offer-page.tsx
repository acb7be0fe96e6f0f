import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { type Offer, waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import { useLinkToken } from '../data/address.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { readTogether, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { OfferCard, OfferEnd } from './offers.tsx'
import { offerTexts } from './texts.ts'
import './offers.css'

/** The page of a link in an e-mail: the offer and its two answers, without signing in. */
export function OfferPage() {
  const token = useLinkToken()
  const t = useTexts(offerTexts)
  return (
    <div className="page offer-page">
      <h1>{t.pageTitle}</h1>
      {token === undefined ? <Loading /> : <Answering key={token} token={token} />}
    </div>
  )
}

async function loadOffer(token: string, signal: AbortSignal): Promise<Offer | null> {
  try {
    return await call(waitlistEndpoints.readOffer, { body: { token } }, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function Answering({ token }: { token: string }) {
  const t = useTexts(offerTexts)
  const [answered, setAnswered] = useState<Offer>()
  const { data, error, isLoading, reload } = useRead(
    readTogether('offer', [waitlistEndpoints.readOffer], token, (signal) =>
      loadOffer(token, signal),
    ),
  )
  const offer = answered ?? data
  if (offer === null) {
    return (
      <EmptyState
        picture={picture}
        title={t.unknownTitle}
        role="status"
        action={<ButtonLink to={paths.dashboard}>{t.toAppointments}</ButtonLink>}
      >
        <p>{t.unknown}</p>
      </EmptyState>
    )
  }
  if (offer?.state === 'open') return <Open offer={offer} onAnswered={setAnswered} />
  if (offer) return <OfferEnd offer={offer} isNew={answered !== undefined} />
  if (error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return <Loading />
}

function Loading() {
  const t = useTexts(offerTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="340px" />
    </div>
  )
}

/** The e-mail's link to decline focuses that button; nothing is sent before it is pressed. */
function Open({ offer, onAnswered }: { offer: Offer; onAnswered: (offer: Offer) => void }) {
  const [query] = useSearchParams()
  const wantsNo = query.get('answer') === 'no'
  const decline = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wantsNo) decline.current?.focus()
  }, [wantsNo])
  return <OfferCard offer={offer} onAnswered={onAnswered} declineButton={decline} />
}
