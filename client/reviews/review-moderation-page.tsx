import { useSearchParams } from 'react-router'
import { ReviewState } from '../../contract/review.ts'
import { PagedList } from '../paged-list.tsx'
import { paths } from '../paths.ts'
import '../staff-page.css'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ModeratedReview } from './moderated-review.tsx'
import './review-moderation-page.css'
import { stateTexts } from './review-state.tsx'
import { useModeration } from './use-moderation.ts'

const options = [
  { value: '', label: 'All, what waits first' },
  ...ReviewState.options.map((state) => ({ value: state, label: stateTexts[state] })),
]

/** What patients wrote, to be published or not. */
export function ReviewModerationPage() {
  const [query, setQuery] = useSearchParams()
  const state = ReviewState.options.find((one) => one === query.get('state'))
  const { pages, waiting, latest, deciding, decide } = useModeration(state)

  return (
    <section className="staff-page" aria-labelledby="moderation-heading">
      <h2 id="moderation-heading">
        Reviews to approve
        <span className="moderation-waiting" role="status">
          {waiting === undefined ? '' : ` ${waiting} waiting`}
        </span>
      </h2>
      <div className="moderation-filter">
        <SelectField
          label="Show"
          value={state ?? ''}
          options={options}
          onChange={({ target }) => setQuery(target.value ? { state: target.value } : {})}
        />
      </div>
      <PagedList
        pages={pages}
        what="The reviews"
        pagerLabel="Pages of reviews"
        skeleton={<CardsSkeleton label="Loading the reviews…" rows={3} height="184px" />}
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

function NoReviews({ state }: { state: ReviewState | undefined }) {
  if (!state) {
    return (
      <EmptyState picture={picture} title="No reviews yet">
        <p>What patients write about their visits arrives here before anybody else reads it.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={state === 'waiting' ? 'Nothing waits for approval' : 'No such reviews'}
      action={
        <ButtonLink variant="quiet" to={paths.moderateReviews}>
          Show all reviews
        </ButtonLink>
      }
    />
  )
}
