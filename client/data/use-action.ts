import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useSession } from '../identity/session/session.tsx'
import { type Refusal, refusalOf } from './api.ts'

/** What `send` answers where it did not send, because something on the screen already says why. */
export const notSent = Symbol('not sent')

/** What a callback answers where this screen is going away: it stays pending, and sends nothing more. */
export const leaving = Symbol('leaving')

export type Action<Input, Done> = {
  send: (input: Input) => Promise<Done | typeof notSent>
  /** Asks what became of it where no clear answer came; `null`: it was not done. */
  find?: (input: Input) => Promise<Done | null>
  /** The endpoints whose answers this may change. */
  touches?: readonly Endpoint[]
  /** `leaving`, or nothing. */
  onDone?: (done: Done, input: Input) => unknown
  onRefused?: (refusal: Refusal, input: Input) => unknown
  /** It is over, and this screen stays. */
  onSettled?: () => void
}

type Outcome<Done> =
  | { kind: 'done'; done: Done }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'notSent' }

export type Sending<Input, Done> = {
  pending: boolean
  /** Why the last one was not done. */
  refusal: Refusal | undefined
  /** Resolves with what was done; undefined where it was not. */
  run: (input: Input) => Promise<Done | undefined>
  /** The reason is no longer worth showing. */
  forget: () => void
}

/** Sends one thing at a time: a second press while the first is under way sends nothing. */
export function useAction<Input, Done>(action: Action<Input, Done>): Sending<Input, Done> {
  const { refresh } = useSession()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  // Two presses in the same moment both see `pending` unset.
  const inFlight = useRef(false)

  function settle() {
    inFlight.current = false
    setPending(false)
    action.onSettled?.()
  }

  useEffect(() => {
    // The way back from another site may show the page as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      inFlight.current = false
      setPending(false)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  function conclude(outcome: Outcome<Done>, input: Input): unknown {
    if (outcome.kind === 'notSent') return undefined
    if (mayHaveChanged(outcome)) touch(...(action.touches ?? []))
    if (outcome.kind === 'done') return action.onDone?.(outcome.done, input)
    setRefusal(outcome.refusal)
    // Where the session is over, the page's guard asks to sign in and comes back here.
    if (outcome.refusal.kind === 'signedOut') refresh().catch(() => {})
    return action.onRefused?.(outcome.refusal, input)
  }

  async function run(input: Input) {
    if (inFlight.current) return undefined
    inFlight.current = true
    setPending(true)
    setRefusal(undefined)
    const outcome = await attempt(action, input)
    let next: unknown
    try {
      next = conclude(outcome, input)
    } finally {
      if (next !== leaving) settle()
    }
    return outcome.kind === 'done' ? outcome.done : undefined
  }

  return { pending, refusal, run, forget: () => setRefusal(undefined) }
}

async function attempt<Input, Done>(
  { send, find }: Action<Input, Done>,
  input: Input,
): Promise<Outcome<Done>> {
  try {
    const done = await send(input)
    return done === notSent ? { kind: 'notSent' } : { kind: 'done', done }
  } catch (fault) {
    const refusal = refusalOf(fault)
    const found = refusal.kind === 'unclear' ? await find?.(input).catch(() => null) : null
    return found == null ? { kind: 'refused', refusal } : { kind: 'done', done: found }
  }
}

/** Also where a race was lost: what is shown is why. */
function mayHaveChanged(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'refused') return true
  const { kind, status } = outcome.refusal
  return kind === 'unclear' || status === 404 || status === 409
}

type Listener = (names: readonly string[]) => void

const listeners = new Set<Listener>()

/** How the cache names what an endpoint answers. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * Says that the answers of these endpoints may have changed: what is on the screen of them is read
 * again, and nothing stored is used. Pages that read nothing do not load the query client for this.
 */
export function touch(...endpoints: readonly Endpoint[]) {
  const names = endpoints.map(nameOf)
  for (const listen of listeners) listen(names)
}

export function onTouch(listen: Listener) {
  listeners.add(listen)
}
