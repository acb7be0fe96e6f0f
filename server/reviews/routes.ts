import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { reviewRefusals } from '../../contract/reviews/review.ts'
import type { Deps } from '../deps.ts'
import { Failure, fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { listPast } from './list-past.ts'
import { listReviews, readPage } from './list-reviews.ts'
import { countWaiting, findReview, setState } from './queries.ts'
import { showForStaff, showPublished } from './show-review.ts'
import { editReview, writeReview } from './write-review.ts'

export function reviewRoutes(serve: Serve, deps: Deps): void {
  ownRoutes(serve, deps)
  staffRoutes(serve, deps)
  const { config, database } = deps

  serve(reviewEndpoints.listPublished, async ({ query }) => {
    const page = await readPage(database.query, ['published'], query)
    if (page instanceof Failure) return page
    return { ...page, rows: page.rows.map((row) => showPublished(row, config.clinicTimeZone)) }
  })
}

/** What patients read and write of their own. */
function ownRoutes(serve: Serve, deps: Deps): void {
  const { clinicTime, database } = deps

  serve(reviewEndpoints.listPast, ({ query: { email: _, ...asked }, caller }) =>
    listPast(database.query, { ...asked, owner: caller, now: clinicTime() }),
  )

  serve(reviewEndpoints.writeReview, ({ params, body, caller }) =>
    writeReview(deps, { appointmentId: params.id, caller, draft: body }),
  )

  serve(reviewEndpoints.editReview, ({ params, body, caller }) =>
    editReview(deps, { appointmentId: params.id, caller, draft: body }),
  )
}

function staffRoutes(serve: Serve, { database }: Deps): void {
  const { query: db } = database

  serve(reviewEndpoints.listReviews, async ({ query }) => {
    const page = await listReviews(db, query)
    return page instanceof Failure ? page : { ...page, waiting: await countWaiting(db) }
  })

  serve(reviewEndpoints.decideReview, async ({ params, body, note }) => {
    const review = await findReview(db, params.id)
    if (!review) return fail('not_found')
    note({ subject: review.patient, data: { from: review.state, to: body.state } })
    if (!(await setState(db, params.id, body))) return refuse(reviewRefusals, 'review_changed')
    const decided = { ...review, state: body.state, revision: body.revision + 1 }
    return { review: showForStaff(decided), waiting: await countWaiting(db) }
  })
}
