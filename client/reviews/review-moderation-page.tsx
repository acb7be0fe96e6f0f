import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { ReviewState, type StaffReview, showWriter } from '../../contract/reviews/review.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import { showDate } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useAction } from '../data/use-action.ts'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import { ButtonLink, Link } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { CardsSkeleton, ReviewStateMark } from './review-cards.tsx'
import { reviewTexts } from './texts.ts'
import '../app/staff-page.css'
import picture from '../ui/art/no-appointments.svg'
import './review-moderation-page.css'
import './review-cards.css'

const moderationTexts = defineTexts({
  en: {
    heading: 'Reviews to approve',
    waiting: (count: number) => `${count} waiting`,
    show: 'Show',
    all: 'All, what waits first',
    what: 'The reviews',
    pages: 'Pages of reviews',
    loading: 'Loading the reviews…',
    none: 'No reviews yet',
    noneHint:
      'What patients write about their visits waits here for approval before it is published.',
    nothingWaits: 'Nothing waits for approval',
    noneSuch: 'No such reviews',
    showAll: 'Show all reviews',
    /** Before the first name, as readers see it. */
    shownAs: (patientName: string) => `${patientName}, shown as`,
    approve: 'Approve',
    reject: 'Reject',
    undoApproval: 'Undo approval',
    undoRejection: 'Undo rejection',
    about: (step: string, patientName: string, treatment: string, date: string) =>
      `${step}: the review by ${patientName}, ${treatment}, ${date}`,
    done: {
      published: 'The review is published',
      rejected: 'The review is not published',
      waiting: 'The review waits again',
    },
  },
  es: {
    heading: 'Opiniones por aprobar',
    waiting: (count) => `${count} en espera`,
    show: 'Mostrar',
    all: 'Primero las que esperan',
    what: 'las opiniones',
    pages: 'Páginas de opiniones',
    loading: 'Cargando las opiniones…',
    none: 'Todavía no hay opiniones',
    noneHint:
      'Lo que los pacientes escriben sobre sus visitas llega aquí antes de que nadie lo lea.',
    nothingWaits: 'Ninguna opinión espera aprobación',
    noneSuch: 'No hay opiniones así',
    showAll: 'Mostrar todas las opiniones',
    shownAs: (patientName) => `${patientName}, se muestra como`,
    approve: 'Aprobar',
    reject: 'Rechazar',
    undoApproval: 'Deshacer la aprobación',
    undoRejection: 'Deshacer el rechazo',
    about: (step, patientName, treatment, date) =>
      `${step}: la opinión de ${patientName}, ${treatment}, ${date}`,
    done: {
      published: 'La opinión está publicada',
      rejected: 'La opinión no se publica',
      waiting: 'La opinión vuelve a esperar',
    },
  },
})

/** What patients wrote, to be published or not. */
export function ReviewModerationPage() {
  const t = useTexts(moderationTexts)
  const [query, setQuery] = useSearchParams()
  const state = ReviewState.options.find((one) => one === query.get('state'))
  const { pages, waiting, latest, deciding, decide } = useModeration(state)

  return (
    <section className="staff-page" aria-labelledby="moderation-heading">
      <h2 id="moderation-heading">
        {t.heading}
        <span className="moderation-waiting" role="status">
          {waiting === undefined ? '' : ` ${t.waiting(waiting)}`}
        </span>
      </h2>
      <div className="moderation-filter">
        <Filter state={state} onChoose={(chosen) => setQuery(chosen ? { state: chosen } : {})} />
      </div>
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<CardsSkeleton label={t.loading} rows={3} height="184px" />}
        empty={<NoReviews state={state} />}
      >
        {(rows) => (
          <ul className="review-cards">
            {rows.map(latest).map((review) => (
              <ModeratedReview
                key={review._id}
                review={review}
                deciding={deciding?.review._id === review._id ? deciding.state : undefined}
                onDecide={(state) => decide({ review, state })}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

type FilterProps = { state: ReviewState | undefined; onChoose: (state: string) => void }

function Filter({ state, onChoose }: FilterProps) {
  const t = useTexts(moderationTexts)
  const { states } = useTexts(reviewTexts)
  return (
    <SelectField
      label={t.show}
      value={state ?? ''}
      options={[
        { value: '', label: t.all },
        ...ReviewState.options.map((one) => ({ value: one, label: states[one] })),
      ]}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

function NoReviews({ state }: { state: ReviewState | undefined }) {
  const t = useTexts(moderationTexts)
  if (!state) {
    return (
      <EmptyState picture={picture} title={t.none}>
        <p>{t.noneHint}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={state === 'waiting' ? t.nothingWaits : t.noneSuch}
      action={
        <ButtonLink variant="quiet" to={paths.moderateReviews}>
          {t.showAll}
        </ButtonLink>
      }
    />
  )
}

type Act = 'approve' | 'reject' | 'undoApproval' | 'undoRejection'
type Step = { state: ReviewState; act: Act; variant: ButtonVariant }

/** What staff can do with a review in each state; the first is what they most likely want. */
const steps: Record<ReviewState, readonly Step[]> = {
  waiting: [
    { state: 'published', act: 'approve', variant: 'primary' },
    { state: 'rejected', act: 'reject', variant: 'quiet' },
  ],
  published: [{ state: 'waiting', act: 'undoApproval', variant: 'quiet' }],
  rejected: [{ state: 'waiting', act: 'undoRejection', variant: 'quiet' }],
}

type ModeratedReviewProps = {
  review: StaffReview
  /** The state that is being sent for this review. */
  deciding: ReviewState | undefined
  onDecide: (state: ReviewState) => void
}

function ModeratedReview({ review, deciding, onDecide }: ModeratedReviewProps) {
  const language = useLanguage()
  const t = moderationTexts[language]
  const { state, patientName, treatment } = review
  const date = showDate(language, review.date)
  const buttons = useFocusAfterDecision(state)
  return (
    <li className="review-card">
      <div className="review-card-head">
        <Stars count={review.stars} />
        <ReviewStateMark state={state} />
      </div>
      <p className="review-text">{review.text}</p>
      <p className="review-card-aside">
        {t.shownAs(patientName)} <bdi>{showWriter(language, review)}</bdi>.{' '}
        <Link to={paths.staffAppointment(review.appointmentId)}>
          {treatment}, {date}
        </Link>
      </p>
      <div className="review-card-buttons" ref={buttons}>
        {steps[state].map((step) => (
          <Button
            key={step.act}
            variant={step.variant}
            className="row-button"
            aria-label={t.about(t[step.act], patientName, treatment, date)}
            busy={deciding === step.state}
            onClick={() => onDecide(step.state)}
          >
            {t[step.act]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** A decision takes the pressed button away; the focus goes on to what can be done next. */
function useFocusAfterDecision(state: ReviewState) {
  const buttons = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const isLost = document.activeElement === document.body
    if (isLost) buttons.current?.querySelector('button')?.focus()
  }, [state])
  return buttons
}

const perPage = 20

type Decision = { review: StaffReview; state: ReviewState }

/**
 * The reviews and the decisions on them. A decided review stays in its place until the list is read
 * again, so that a slip can be undone where it happened; so a decision touches the menu's counts alone.
 */
function useModeration(state: ReviewState | undefined) {
  const { done } = useTexts(moderationTexts)
  const pages = usePagedRead((after) =>
    read(reviewEndpoints.listReviews, { query: { state, after, limit: perPage } }),
  )
  const [decided, setDecided] = useState<ReadonlyMap<string, StaffReview>>(new Map())
  const [counted, setCounted] = useState<{ waiting: number; of: unknown }>()
  const [deciding, setDeciding] = useState<Decision>()
  const { pending, run } = useAction({
    send: ({ review: { _id: id, revision }, state }: Decision) =>
      call(reviewEndpoints.decideReview, { params: { id }, body: { state, revision } }),
    touches: [scheduleEndpoints.readCounts],
    onDone({ review, waiting }, { state }) {
      setDecided((before) => new Map(before).set(review._id, review))
      setCounted({ waiting, of: pages.data })
      toast.success(done[state])
    },
    onRefused({ status, message }) {
      toast.error(message)
      if (status === 409) pages.reload()
    },
  })

  return {
    pages,
    /** The decision that is being sent. */
    deciding: pending ? deciding : undefined,
    decide(decision: Decision) {
      if (!pending) setDeciding(decision)
      void run(decision)
    },
    /** The newer of the two counts that the server has given. */
    waiting: counted && counted.of === pages.data ? counted.waiting : pages.data?.waiting,
    latest(row: StaffReview): StaffReview {
      const known = decided.get(row._id)
      return known && known.revision >= row.revision ? known : row
    },
  }
}
