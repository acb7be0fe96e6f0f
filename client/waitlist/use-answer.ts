import { useRef, useState } from 'react'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import type { Offer } from '../../contract/waitlist/waitlist.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { offerTexts } from './offer-texts.ts'

export type Answer = 'accept' | 'decline'

const states = { accept: 'accepted', decline: 'declined' } as const

/** Answers an offer, once, and says why that was not possible. */
export function useAnswer({ token, price }: Offer, onAnswered: (offer: Offer) => void) {
  const t = useTexts(offerTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  // Two presses in the same moment both see `busy` unset.
  const inFlight = useRef(false)
  const params = { token }

  const send = (answer: Answer) =>
    answer === 'accept'
      ? call(waitingEndpoints.acceptOffer, { params, body: { price } })
      : call(waitingEndpoints.declineOffer, { params })

  /** What the offer is now: it may be answered although no answer came back, or be over. */
  const look = () => call(waitingEndpoints.readOffer, { params }).catch(() => null)

  function explain(error: unknown): string {
    if (!(error instanceof ApiError)) return unexpected
    const isUnclear = error.status < 400 || error.status >= 500
    return isUnclear ? `${error.message} ${t.unclear}` : error.message
  }

  async function answer(wanted: Answer) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(wanted)
    setProblem(undefined)
    try {
      onAnswered(await send(wanted))
    } catch (error) {
      const now = await look()
      if (now?.state !== states[wanted]) setProblem(explain(error))
      if (now) onAnswered(now)
    }
    inFlight.current = false
    setBusy(undefined)
  }

  return { busy, problem, answer }
}
