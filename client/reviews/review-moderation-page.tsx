import { useSearchParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { ReviewState } from '../../contract/reviews/review.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useTexts } from '../i18n/language.tsx'
import '../app/staff-page.css'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ModeratedReview } from './moderated-review.tsx'
import './review-moderation-page.css'
import { reviewTexts } from './texts.ts'
import { moderationTexts } from './texts-moderation.ts'
import { useModeration } from './use-moderation.ts'

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
            {rows.map((row) => (
              <ModeratedReview
                key={row._id}
                review={latest(row)}
                deciding={deciding}
                onDecide={decide}
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
