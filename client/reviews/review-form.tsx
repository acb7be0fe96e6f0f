import { type FormEvent, useRef } from 'react'
import type { PastAppointment } from '../../contract/review.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import './review-form.css'
import { StarChoice } from './star-choice.tsx'
import { type Drafts, useReviewForm } from './use-review-form.ts'

const most = 2000
const counted = new Intl.NumberFormat('en-US')

type ReviewFormProps = {
  past: PastAppointment
  drafts: Drafts
  onSent: () => void
  onClose: () => void
}

/** Stars and text for one appointment, and what will become of them. */
export function ReviewForm({ past, drafts, onSent, onClose }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { review } = past
  const writing = useReviewForm({ past, drafts, form, onSent })
  const { draft, problems, failure, isBusy, isChanged, change, send } = writing

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // Nothing to approve again where nothing was changed.
    if (review && !isChanged) onClose()
    else void send()
  }

  return (
    <form ref={form} className="review-form" noValidate onSubmit={onSubmit} aria-busy={isBusy}>
      <p className="review-form-about">
        {past.treatment}, {past.date}, {past.slot}
      </p>
      <StarChoice
        value={draft.stars}
        error={problems.stars}
        onChange={(stars) => change({ stars })}
      />
      <div className="review-form-text">
        <TextAreaField
          label="Your review"
          hint="10 to 2,000 characters"
          rows={6}
          value={draft.text}
          error={problems.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <TextCount length={draft.text.trim().length} />
      </div>
      <Outlook isPublished={review?.state === 'published'} />
      <ErrorLine>{failure}</ErrorLine>
      <div className="review-form-buttons">
        <Button type="submit" busy={isBusy}>
          {review ? 'Save changes' : 'Send review'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  )
}

function TextCount({ length }: { length: number }) {
  return (
    <p className="review-form-count" data-over={length > most || undefined} aria-hidden="true">
      {counted.format(length)} of {counted.format(most)}
    </p>
  )
}

/** Who will read it, said before it is sent. */
function Outlook({ isPublished }: { isPublished: boolean }) {
  if (isPublished) {
    return (
      <p className="review-form-warning">
        This review is published. Once you save a change, it is off our pages until the clinic has
        approved it again.
      </p>
    )
  }
  return (
    <p className="review-form-outlook">
      The clinic reads it first. Once approved, it is on our pages with your first name; your
      treatment is not named.
    </p>
  )
}
