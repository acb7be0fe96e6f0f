import { paths } from '../../contract/page-paths.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AskForm } from './ask-form.tsx'
import './ask-section.css'
import type { Topic } from './ask-topic.ts'
import { formTexts } from './form-texts.ts'
import { type Loaded, loadAsk } from './load-ask.ts'
import { waitingTexts } from './texts.ts'

/** Asks for a slot, or changes what was asked for. */
export function AskSection({ topic }: { topic: Topic }) {
  const t = useTexts(formTexts)
  const key = JSON.stringify(topic)
  const { data, error, isLoading, reload } = useFetched(key, (signal) => loadAsk(topic, signal))
  const title = {
    change: t.changeTitle,
    appointment: t.askEarlierTitle,
    treatment: t.askTitle,
  }[data?.wait ? 'change' : topic.kind]
  return (
    <section className="ask" aria-labelledby="ask-heading">
      <h3 id="ask-heading">{title}</h3>
      {data && <About topic={topic} loaded={data} />}
      {!data && error === undefined && <AskSkeleton />}
      {!data && error !== undefined && (
        <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
      )}
    </section>
  )
}

function About({ topic, loaded }: { topic: Topic; loaded: Loaded }) {
  const t = useTexts(formTexts)
  const { title } = useTexts(waitingTexts)
  const { appointment, wait, isGone } = loaded
  if (isGone) {
    return (
      <EmptyState
        picture={picture}
        title={t.gone}
        action={<ButtonLink to={paths.waiting}>{title}</ButtonLink>}
      />
    )
  }
  const own = wait?.appointment ? { ...wait, ...wait.appointment } : appointment
  return (
    <>
      {own && (
        <div className="ask-own">
          <AppointmentCard appointment={own} />
          <p>{t.keeps}</p>
        </div>
      )}
      <AskForm topic={topic} loaded={loaded} />
    </>
  )
}

function AskSkeleton() {
  const t = useTexts(formTexts)
  return (
    <div className="ask" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="78px" />
      <Skeleton height="78px" />
      <Skeleton height="180px" />
      <Skeleton width="220px" height="48px" />
    </div>
  )
}
