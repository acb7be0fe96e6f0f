import { useState } from 'react'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import type { ReviewState, StaffReview } from '../../contract/reviews/review.ts'
import { ApiError, call } from '../data/api.ts'
import { usePages } from '../data/use-pages.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { moderationTexts } from './texts-moderation.ts'

export type Deciding = { id: string; state: ReviewState } | undefined

const perPage = 20

/**
 * The reviews and the decisions on them. A decided review keeps its place until the list is read
 * anew, so that a slip can be undone where it happened.
 */
export function useModeration(state: ReviewState | undefined) {
  const { done } = useTexts(moderationTexts)
  const { unexpected } = useTexts(sharedTexts)
  const pages = usePages(state ?? '', (after, signal) =>
    call(reviewEndpoints.listReviews, { query: { state, after, limit: perPage } }, { signal }),
  )
  const [decided, setDecided] = useState<ReadonlyMap<string, StaffReview>>(new Map())
  const [counted, setCounted] = useState<{ waiting: number; of: unknown }>()
  const [deciding, setDeciding] = useState<Deciding>()

  async function decide({ _id: id, revision }: StaffReview, next: ReviewState) {
    if (deciding) return
    setDeciding({ id, state: next })
    try {
      const input = { params: { id }, body: { state: next, revision } }
      const { review, waiting } = await call(reviewEndpoints.decideReview, input)
      setDecided((before) => new Map(before).set(id, review))
      setCounted({ waiting, of: pages.data })
      toast.success(done[next])
    } catch (fault) {
      toast.error(fault instanceof ApiError ? fault.message : unexpected)
      if (fault instanceof ApiError && fault.status === 409) pages.reload()
    } finally {
      setDeciding(undefined)
    }
  }

  return {
    pages,
    deciding,
    decide,
    /** The newer of the two counts that the server has given. */
    waiting: counted && counted.of === pages.data ? counted.waiting : pages.data?.waiting,
    latest(row: StaffReview): StaffReview {
      const known = decided.get(row._id)
      return known && known.revision >= row.revision ? known : row
    },
  }
}
