import { Star } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef } from 'react'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { type PastAppointment, ReviewDraft } from '../../contract/reviews/review.ts'
import { showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { bySchema, isSame } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { TextAreaField } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { uiTexts } from '../ui/texts.ts'
import { showVisit } from './show-visit.ts'
import './review-modal.css'

const whole = (language: Language, count: number) => count.toLocaleString(locales[language])

const reviewFormTexts = defineTexts({
  en: {
    write: 'Write a review',
    change: 'Change your review',
    sent: 'Thank you. Your review is with the clinic for approval.',
    howWasIt: 'How was it?',
    stars: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
    yourReview: 'Your review',
    length: '10 to 2,000 characters',
    count: (length: number, most: number) => `${whole('en', length)} of ${whole('en', most)}`,
    isPublished:
      'This review is published. Once you save a change, it is off our pages until the clinic has approved it again.',
    outlook:
      'The clinic reads it first. Once approved, it is on our pages with your first name; your treatment is not named.',
    save: 'Save changes',
    send: 'Send review',
    notNow: 'Not now',
    textStays: (problem: string) => `${problem} Your text stays here.`,
  },
  es: {
    write: 'Escribir una opinión',
    change: 'Cambiar su opinión',
    sent: 'Gracias. La clínica leerá su opinión antes de publicarla.',
    howWasIt: '¿Cómo fue?',
    stars: ['Mala', 'Regular', 'Buena', 'Muy buena', 'Excelente'],
    yourReview: 'Su opinión',
    length: 'De 10 a 2,000 caracteres',
    count: (length, most) => `${whole('es', length)} de ${whole('es', most)}`,
    isPublished:
      'Esta opinión está publicada. Si guarda un cambio, deja de verse en nuestras páginas hasta que la clínica la apruebe de nuevo.',
    outlook:
      'La clínica la lee primero. Una vez aprobada, aparece en nuestras páginas con su nombre de pila; el tratamiento no se menciona.',
    save: 'Guardar cambios',
    send: 'Enviar opinión',
    notNow: 'Ahora no',
    textStays: (problem) => `${problem} Su texto sigue aquí.`,
  },
})

type ReviewModalProps = {
  /** Absent while the dialog is closed. */
  past: PastAppointment | undefined
  onClose: () => void
  /** Takes the focus where the button that opened the dialog is gone with the old list. */
  focusAfterwards: RefObject<HTMLElement | null>
}

/** Writes the review of an appointment, or changes it. */
export function ReviewModal({ past, onClose, focusAfterwards }: ReviewModalProps) {
  const t = useTexts(reviewFormTexts)
  const drafts = useRef<Drafts>(new Map())
  useFocusOnceClosed(past !== undefined, focusAfterwards)

  return (
    <Modal title={past?.review ? t.change : t.write} isOpen={past !== undefined} onClose={onClose}>
      {past && <ReviewForm key={past._id} past={past} drafts={drafts.current} onClose={onClose} />}
    </Modal>
  )
}

const most = 2000

/** Drafts of reviews by appointment: closing the form by mistake loses nothing. */
type Drafts = Map<string, ReviewDraft>

const fields = ['stars', 'text'] as const

type ReviewFormProps = { past: PastAppointment; drafts: Drafts; onClose: () => void }

/** Stars and text for one appointment. */
function ReviewForm({ past, drafts, onClose }: ReviewFormProps) {
  const language = useLanguage()
  const t = reviewFormTexts[language]
  const { _id: id, review } = past
  const saved = { stars: review?.stars ?? 0, text: review?.text ?? '' }
  const form = useForm({
    start: drafts.get(id) ?? saved,
    fields,
    check: bySchema(ReviewDraft, fields),
    explain: ({ message }) => t.textStays(message),
    async send(body: ReviewDraft) {
      const endpoint = review ? reviewEndpoints.editReview : reviewEndpoints.writeReview
      await call(endpoint, { params: { id }, body })
    },
    touches: [reviewEndpoints.listPast, reviewEndpoints.listPublished],
    onDone() {
      drafts.delete(id)
      toast.success(t.sent)
      onClose()
    },
  })
  const { draft, problems } = form
  const isChanged = draft.stars !== review?.stars || draft.text.trim() !== review.text

  function change(part: Partial<ReviewDraft>) {
    drafts.set(id, { ...draft, ...part })
    form.change(part)
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // An unchanged review needs no second approval.
    if (!review || isChanged) return form.props.onSubmit(event)
    event.preventDefault()
    onClose()
  }

  return (
    <form {...form.props} className="review-form" onSubmit={onSubmit}>
      <p className="review-form-about">
        {showVisit(language, past)}, {showSlot(language, past.slot)}
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
          name="text"
          rows={6}
          value={draft.text}
          error={problems.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <TextCount length={draft.text.trim().length} />
      </div>
      <Outlook isPublished={review?.state === 'published'} />
      <ErrorLine>{form.failure}</ErrorLine>
      {/* Closing the form keeps the draft; leaving the page would lose it. */}
      <UnsavedGuard when={drafts.has(id) && !isSame(draft, saved)} pending={form.pending} />
      <div className="review-form-buttons">
        <Button type="submit" busy={form.pending}>
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

type StarChoiceProps = {
  /** 0 while none is chosen. */
  value: number
  error: string | undefined
  onChange: (stars: number) => void
}

/** One to five stars: native radio buttons, so arrows, Space and screen readers just work. */
function StarChoice({ value, error, onChange }: StarChoiceProps) {
  const t = useTexts(reviewFormTexts)
  const { stars } = useTexts(uiTexts)
  const name = useId()
  return (
    <fieldset className="star-choice" aria-describedby={error && `${name}-error`}>
      <legend className="field-label">{t.howWasIt}</legend>
      <div className="star-choice-row">
        <div className="star-choice-stars">
          {t.stars.map((word, index) => (
            <label key={word} className="star-pick" data-on={index < value || undefined}>
              <input
                type="radio"
                data-field="stars"
                name={name}
                aria-label={stars(index + 1)}
                aria-describedby={error && `${name}-error`}
                aria-invalid={error ? true : undefined}
                checked={index + 1 === value}
                onChange={() => onChange(index + 1)}
              />
              <Icon of={Star} size={32} />
            </label>
          ))}
        </div>
        <span className="star-choice-word" aria-hidden="true">
          {t.stars[value - 1]}
        </span>
      </div>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
