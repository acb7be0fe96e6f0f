import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../i18n/language.tsx'
import { type Attempt, recordPayment, transactionOf, type Verdict } from './attempt.ts'
import { paymentTexts } from './texts.ts'

export type PayState =
  /** The form waits; `problem` is what the last try ended with. */
  | { phase: 'ready'; problem?: string }
  | { phase: 'paying' }
  /** Charged, but not yet recorded by the clinic. */
  | { phase: 'recording' }
  /** It is not known whether the card was charged. */
  | { phase: 'checking' }
  | { phase: 'done'; transactionId: string }
  | { phase: 'returned'; message: string }
  | { phase: 'unclear'; transactionId: string }

export type Pay = (attempt: () => Promise<Attempt>) => Promise<void>

type Due = { appointmentId: string; clientSecret: string | undefined; onOutdated: () => void }

/** One payment at a time, from the press on Pay to the clinic's word that it is recorded. */
export function usePay({ appointmentId, clientSecret, onOutdated }: Due) {
  const [state, setState] = useState<PayState>({ phase: 'ready' })
  // Two presses in the same moment both see `ready`.
  const isBusy = useRef(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [])

  async function run(attempt: () => Promise<Attempt>, secret: string): Promise<PayState> {
    const tried = await attempt().catch((): Attempt => ({ kind: 'unknown' }))
    if (tried.kind === 'outdated') onOutdated()
    const problem = problemOf(tried)
    if (problem !== undefined) return { phase: 'ready', problem }
    const isCharged = tried.kind === 'charged'
    const transactionId = isCharged ? tried.transactionId : transactionOf(secret)
    const signal = leaving.current?.signal ?? AbortSignal.abort()
    const onDelay = () => setState({ phase: isCharged ? 'recording' : 'checking' })
    if (!isCharged) onDelay()
    const verdict = await recordPayment({
      appointmentId,
      transactionId,
      isCharged,
      onDelay,
      signal,
    })
    return stateOf(verdict, transactionId)
  }

  const pay: Pay = async (attempt) => {
    if (isBusy.current || clientSecret === undefined) return
    isBusy.current = true
    setState({ phase: 'paying' })
    try {
      setState(await run(attempt, clientSecret))
    } catch {
      // The page was left in the middle; the next visit shows the outcome.
    }
    isBusy.current = false
  }

  return {
    state,
    pay,
    /** What the last try ended with is about a card that is being changed. */
    forget: () => setState((now) => (now.phase === 'ready' ? { phase: 'ready' } : now)),
  }
}

function problemOf(tried: Attempt): string | undefined {
  const { notCharged, outdated, pressOnceMore } = paymentTexts[currentLanguage()]
  if (tried.kind === 'notCharged') return `${tried.message} ${notCharged}`
  return tried.kind === 'outdated' ? `${outdated} ${notCharged} ${pressOnceMore}` : undefined
}

function stateOf(verdict: Verdict, transactionId: string): PayState {
  if (verdict.kind === 'paid') return { phase: 'done', transactionId }
  if (verdict.kind === 'returned') return { phase: 'returned', message: verdict.message }
  if (verdict.kind === 'unclear') return { phase: 'unclear', transactionId }
  const { didNotGoThrough, notCharged } = paymentTexts[currentLanguage()]
  return { phase: 'ready', problem: `${didNotGoThrough} ${notCharged}` }
}
