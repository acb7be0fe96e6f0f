import { failures } from '../../contract/errors.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { reviewRefusals } from '../../contract/reviews/review.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { listPast, listReviews, readPage, showForStaff, showPublished } from './list-reviews.ts'
import { countWaiting, findReview, setState } from './queries.ts'
import { editReview, writeReview } from './write-review.ts'

const refusals = { ...failures, ...reviewRefusals }

export function reviewRoutes(serve: Serve, deps: Deps): void {
  ownRoutes(serve, deps)
  staffRoutes(serve, deps)
  const { config, database } = deps

  serve(reviewEndpoints.listPublished, async ({ query }) => {
    const read = await readPage(database.query, ['published'], query)
    if (!read.ok) return refuse(refusals, read.reason)
    const { rows, next } = read.page
    return { rows: rows.map((row) => showPublished(row, config.clinicTimeZone)), next }
  })
}

/** What patients read and write of their own. */
function ownRoutes(serve: Serve, deps: Deps): void {
  const { clinicTime, database, payments } = deps

  serve(reviewEndpoints.listPast, async ({ query: { email: _, ...asked }, caller }) => {
    const read = await listPast(database.query, {
      ...asked,
      owner: caller,
      now: clinicTime(),
      payments,
    })
    return read.ok ? read.page : refuse(refusals, read.reason)
  })

  serve(reviewEndpoints.writeReview, async ({ params, body, caller }) => {
    const outcome = await writeReview(deps, { appointmentId: params.id, caller, draft: body })
    return outcome.ok ? outcome.review : refuse(refusals, outcome.reason)
  })

  serve(reviewEndpoints.editReview, async ({ params, body, caller }) => {
    const outcome = await editReview(deps, { appointmentId: params.id, caller, draft: body })
    return outcome.ok ? outcome.review : refuse(refusals, outcome.reason)
  })
}

function staffRoutes(serve: Serve, { database }: Deps): void {
  const { query: db } = database

  serve(reviewEndpoints.listReviews, async ({ query }) => {
    const read = await listReviews(db, query)
    if (!read.ok) return refuse(refusals, read.reason)
    return { ...read.page, waiting: await countWaiting(db) }
  })

  serve(reviewEndpoints.decideReview, async ({ params, body, note }) => {
    const review = await findReview(db, params.id)
    if (!review) return fail('not_found')
    note({ subject: review.patient, data: { from: review.state, to: body.state } })
    if (!(await setState(db, params.id, body))) return refuse(refusals, 'review_changed')
    const decided = { ...review, state: body.state, revision: body.revision + 1 }
    return { review: showForStaff(decided), waiting: await countWaiting(db) }
  })
}
