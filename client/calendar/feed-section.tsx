import { useId, useRef } from 'react'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FeedActions } from './feed-actions.tsx'
import { NewAddress } from './new-address.tsx'
import { feedTexts } from './texts.ts'
import { type FeedCalls, useFeed } from './use-feed.ts'

type FeedSectionProps = {
  title: string
  /** Who knows the address sees this. */
  whatItShows: string
  calls: FeedCalls
}

export function FeedSection({ title, whatItShows, calls }: FeedSectionProps) {
  const t = useTexts(feedTexts)
  const id = useId()
  return (
    <section className="feed" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{t.whoeverSees(whatItShows)}</p>
      <Feed calls={calls} />
    </section>
  )
}

function Feed({ calls }: { calls: FeedCalls }) {
  const t = useTexts(feedTexts)
  const { state, made, madeAt, ...feed } = useFeed(calls)
  const makeButton = useRef<HTMLButtonElement>(null)
  // What opened the question goes with the address.
  useFocusOnceClosed(feed.question !== undefined, makeButton)

  if (madeAt === undefined) {
    const { error, reload, isLoading } = state
    if (error === undefined) return <FeedSkeleton />
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (madeAt === null) {
    return (
      <>
        <Button ref={makeButton} className="feed-make" busy={feed.busy} onClick={feed.make}>
          {t.make}
        </Button>
        <ErrorLine>{feed.problem}</ErrorLine>
      </>
    )
  }
  return (
    <>
      {made && <NewAddress key={made.address} address={made.address} />}
      <FeedActions {...feed} madeAt={madeAt} isShown={made !== undefined} />
    </>
  )
}

function FeedSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="180px" height="48px" />
    </div>
  )
}
