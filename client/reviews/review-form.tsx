import { type FormEvent, useRef } from 'react'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import './review-form.css'
import { StarChoice } from './star-choice.tsx'
import { reviewFormTexts } from './texts-form.ts'
import { type Drafts, useReviewForm } from './use-review-form.ts'

const most = 2000

type ReviewFormProps = {
  past: PastAppointment
  drafts: Drafts
  onSent: () => void
  onClose: () => void
}

/** Stars and text for one appointment, and what will become of them. */
export function ReviewForm({ past, drafts, onSent, onClose }: ReviewFormProps) {
  const language = useLanguage()
  const t = reviewFormTexts[language]
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
        {past.treatment}, {showDate(language, past.date)}, {showSlot(language, past.slot)}
      </p>
      <StarChoice
        value={draft.stars}
        error={problems.stars}
        onChange={(stars) => change({ stars })}
      />
      <div className="review-form-text">
        <TextAreaField
          label={t.yourReview}
          hint={t.length}
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
          {review ? t.save : t.send}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.notNow}
        </Button>
      </div>
    </form>
  )
}

function TextCount({ length }: { length: number }) {
  const t = useTexts(reviewFormTexts)
  return (
    <p className="review-form-count" data-over={length > most || undefined} aria-hidden="true">
      {t.count(length, most)}
    </p>
  )
}

/** Who will read it, said before it is sent. */
function Outlook({ isPublished }: { isPublished: boolean }) {
  const t = useTexts(reviewFormTexts)
  if (isPublished) return <p className="review-form-warning">{t.isPublished}</p>
  return <p className="review-form-outlook">{t.outlook}</p>
}
