import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { Wait } from '../../contract/waitlist/waitlist.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AskSection } from './ask-section.tsx'
import { readTopic } from './ask-topic.ts'
import { Offers } from './offers.tsx'
import { waitingTexts } from './texts.ts'
import { useWaits } from './use-waits.ts'
import { WaitList } from './wait-list.tsx'
import './waiting-page.css'

/** Earlier slots: what is held, what is asked for, and the form to ask. The address says which. */
export function WaitingPage() {
  const t = useTexts(waitingTexts)
  const [query] = useSearchParams()
  const topic = readTopic(query)
  const heading = useFocusOnChange(query.toString())
  return (
    <div className="waiting-page">
      <h2 ref={heading} tabIndex={-1}>
        {t.title}
      </h2>
      <p className="waiting-intro">{t.intro}</p>
      {topic ? <AskSection key={query.toString()} topic={topic} /> : <Line />}
    </div>
  )
}

/** From the list to the form and back is no other page, but the focus must not be lost. */
function useFocusOnChange(address: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(address)
  useEffect(() => {
    if (before.current !== address) heading.current?.focus()
    before.current = address
  }, [address])
  return heading
}

function Line() {
  const t = useTexts(waitingTexts)
  const { data, error, isLoading, reload } = useWaits()
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return data ? <Loaded waits={data} reload={reload} /> : <LineSkeleton />
}

function Loaded({ waits, reload }: { waits: readonly Wait[]; reload: () => void }) {
  const t = useTexts(waitingTexts)
  const place = useRef<HTMLDivElement>(null)
  return (
    <>
      <Offers waits={waits} onAnswered={reload} />
      {waits.length === 0 && (
        <EmptyState picture={picture} title={t.emptyTitle}>
          <p>{t.emptyText}</p>
        </EmptyState>
      )}
      <div ref={place} tabIndex={-1}>
        <ButtonLink to={paths.askSlot({})}>{t.ask}</ButtonLink>
      </div>
      <WaitList waits={waits} onChanged={reload} focusAfterwards={place} />
    </>
  )
}

function LineSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div className="waiting-page" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="180px" height="48px" />
      <Skeleton height="220px" />
    </div>
  )
}
