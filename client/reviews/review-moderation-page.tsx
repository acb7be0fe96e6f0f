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
  const say = useTexts(moderationTexts)
  const [query, setQuery] = useSearchParams()
  const state = ReviewState.options.find((one) => one === query.get('state'))
  const { pages, waiting, latest, deciding, decide } = useModeration(state)

  return (
    <section className="staff-page" aria-labelledby="moderation-heading">
      <h2 id="moderation-heading">
        {say.heading}
        <span className="moderation-waiting" role="status">
          {waiting === undefined ? '' : ` ${say.waiting(waiting)}`}
        </span>
      </h2>
      <div className="moderation-filter">
        <Filter state={state} onChoose={(chosen) => setQuery(chosen ? { state: chosen } : {})} />
      </div>
      <PagedList
        pages={pages}
        what={say.what}
        pagerLabel={say.pages}
        skeleton={<CardsSkeleton label={say.loading} rows={3} height="184px" />}
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
  const say = useTexts(moderationTexts)
  const { states } = useTexts(reviewTexts)
  return (
    <SelectField
      label={say.show}
      value={state ?? ''}
      options={[
        { value: '', label: say.all },
        ...ReviewState.options.map((one) => ({ value: one, label: states[one] })),
      ]}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

function NoReviews({ state }: { state: ReviewState | undefined }) {
  const say = useTexts(moderationTexts)
  if (!state) {
    return (
      <EmptyState picture={picture} title={say.none}>
        <p>{say.noneHint}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={state === 'waiting' ? say.nothingWaits : say.noneSuch}
      action={
        <ButtonLink variant="quiet" to={paths.moderateReviews}>
          {say.showAll}
        </ButtonLink>
      }
    />
  )
}
