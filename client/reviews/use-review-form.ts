import { type RefObject, useRef, useState } from 'react'
import { issueCode, issueTexts } from '../../contract/issues.ts'
import type { Language } from '../../contract/language.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { type PastAppointment, ReviewDraft } from '../../contract/reviews/review.ts'
import { ApiError, call } from '../data/api.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { reviewFormTexts } from './texts-form.ts'

export type Draft = { stars: number; text: string }
type Problems = { stars?: string; text?: string }

/** Drafts of reviews by appointment: closing the form by mistake loses nothing. */
export type Drafts = Map<string, Draft>

type ReviewFormInput = {
  past: PastAppointment
  drafts: Drafts
  form: RefObject<HTMLFormElement | null>
  onSent: () => void
}

/** What is typed, what is wrong with it, and the sending of it. */
export function useReviewForm({ past, drafts, form, onSent }: ReviewFormInput) {
  const language = useLanguage()
  const { _id: id, review } = past
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? startOf(past))
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // Two presses in the same moment both see `isBusy` unset.
  const inFlight = useRef(false)

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    drafts.set(id, next)
    setDraft(next)
    // What was wrong goes away as soon as it is right, and nothing new is held against half a word.
    const found = findProblems(language, next)
    setProblems((before) => ({
      ...(before.stars && found.stars && { stars: found.stars }),
      ...(before.text && found.text && { text: found.text }),
    }))
  }

  async function send() {
    setFailure('')
    const found = findProblems(language, draft)
    setProblems(found)
    if (found.stars || found.text) return focusFirst(form.current, found)
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    try {
      const endpoint = review ? reviewEndpoints.editReview : reviewEndpoints.writeReview
      await call(endpoint, { params: { id }, body: draft })
      drafts.delete(id)
      onSent()
    } catch (fault) {
      setFailure(failureText(language, fault))
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  const isChanged = draft.stars !== review?.stars || draft.text.trim() !== review.text
  return { draft, problems, failure, isBusy, isChanged, change, send }
}

function focusFirst(form: HTMLFormElement | null, { stars }: Problems) {
  form?.querySelector<HTMLElement>(stars ? 'input[type=radio]' : 'textarea')?.focus()
}

function startOf({ review }: PastAppointment): Draft {
  return review ? { stars: review.stars, text: review.text } : { stars: 0, text: '' }
}

function failureText(language: Language, fault: unknown): string {
  if (!(fault instanceof ApiError)) return sharedTexts[language].unexpected
  return reviewFormTexts[language].textStays(fault.message)
}

function findProblems(language: Language, draft: Draft): Problems {
  const problems: Problems = {}
  for (const { path, message } of ReviewDraft.safeParse(draft).error?.issues ?? []) {
    const [field] = path
    if (field === 'stars' || field === 'text')
      problems[field] ??= issueTexts[language][issueCode(message)]
  }
  return problems
}
