import { type RefObject, useRef } from 'react'
import type { PastAppointment } from '../../contract/reviews/review.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useTexts } from '../i18n/language.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { ReviewForm } from './review-form.tsx'
import { reviewFormTexts } from './texts-form.ts'
import type { Drafts } from './use-review-form.ts'

type ReviewModalProps = {
  /** What is being reviewed; nothing while the dialog is closed. */
  past: PastAppointment | undefined
  onClose: () => void
  onSent: () => void
  /** Takes the focus where the button that opened the dialog is gone with the old list. */
  focusAfterwards: RefObject<HTMLElement | null>
}

/** Writes the review of an appointment, or changes it. */
export function ReviewModal({ past, onClose, onSent, focusAfterwards }: ReviewModalProps) {
  const t = useTexts(reviewFormTexts)
  const drafts = useRef<Drafts>(new Map())
  useFocusOnceClosed(past !== undefined, focusAfterwards)

  return (
    <Modal title={past?.review ? t.change : t.write} isOpen={past !== undefined} onClose={onClose}>
      {past && (
        <ReviewForm
          key={past._id}
          past={past}
          drafts={drafts.current}
          onClose={onClose}
          onSent={() => {
            toast.success(t.sent)
            onClose()
            onSent()
          }}
        />
      )}
    </Modal>
  )
}
