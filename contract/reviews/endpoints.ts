import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'
import { Revision } from '../schedule/staff-appointment.ts'
import { Email } from '../text.ts'
import {
  OwnReview,
  PastAppointment,
  PublishedReview,
  ReviewDraft,
  ReviewState,
  StaffReview,
} from './review.ts'

/** What patients read and write about appointments that are over, and what staff make of it. */
export const reviewEndpoints = {
  listPast: {
    method: 'GET',
    path: '/history',
    summary:
      "One's own appointments that are over or were cancelled, the newest first; only those that wait for a review, or only those that have one, where asked.",
    access: 'self',
    query: z.object({
      ...pageQuery,
      email: Email,
      only: z.optional(z.enum(['unreviewed', 'reviewed'])),
    }),
    discreet: true,
    answer: pageOf(PastAppointment),
  },
  writeReview: {
    method: 'POST',
    path: '/booking/:id/review',
    summary: "Review one of one's own appointments that took place. Staff approve it first.",
    access: 'owner',
    params: ById,
    body: ReviewDraft,
    answer: OwnReview,
  },
  editReview: {
    method: 'PUT',
    path: '/booking/:id/review',
    summary: "Change one's own review. It goes back to staff for approval.",
    access: 'owner',
    params: ById,
    body: ReviewDraft,
    answer: OwnReview,
  },
  listPublished: {
    method: 'GET',
    path: '/reviews/published',
    summary: 'The reviews that staff approved, the newest first, with first names only.',
    access: 'anyone',
    query: z.object(pageQuery),
    answer: pageOf(PublishedReview),
  },
  listReviews: {
    method: 'GET',
    path: '/staff/reviews',
    summary: 'All reviews or those of one state: what waits first, then the newest first.',
    access: { needs: 'reviews' },
    audit: 'reviews_read',
    query: z.object({ ...pageQuery, state: z.optional(ReviewState) }),
    answer: z.extend(pageOf(StaffReview), { waiting: z.number() }),
  },
  decideReview: {
    method: 'PATCH',
    path: '/staff/reviews/:id',
    summary: 'Publish or reject a review, or have it wait again.',
    access: { needs: 'reviews' },
    audit: 'review_decided',
    params: ById,
    body: z.object({ state: ReviewState, revision: Revision }),
    answer: z.object({ review: StaffReview, waiting: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
