import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useSession } from '../identity/session/session.tsx'
import { type Refusal, refusalOf } from './api.ts'

/** Returned by `send` when it did not send because the screen already shows why. */
export const notSent = Symbol('not sent')

/** Returned by a callback when this screen is being left: the action stays pending, and sends nothing more. */
export const leaving = Symbol('leaving')

export type Action<Input, Done> = {
  send: (input: Input) => Promise<Done | typeof notSent>
  /** Queries the outcome when no clear answer came; `null`: it was not done. */
  find?: (input: Input) => Promise<Done | null>
  /** The endpoints whose answers this may change. */
  touches?: readonly Endpoint[]
  /** `leaving`, or nothing. */
  onDone?: (done: Done, input: Input) => unknown
  onRefused?: (refusal: Refusal, input: Input) => unknown
  /** The action has ended, and this screen stays. */
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
  /** Resolves with the result; undefined if it was not done. */
  run: (input: Input) => Promise<Done | undefined>
  /** Clears the refusal. */
  forget: () => void
}

/** Sends one request at a time: a second press during the first sends nothing. */
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
    // On a page that is shown again after its session had ended (identity/kept-page.tsx).
    setRefusal((last) => (last?.kind === 'signedOut' ? undefined : last))
    // Going back from another site may show the page as it was left.
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
    // If the session has ended, the page's guard asks to sign in and returns here.
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

/** Also after a lost race: the screen shows outdated data. */
function mayHaveChanged(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'refused') return true
  const { kind, status } = outcome.refusal
  return kind === 'unclear' || status === 404 || status === 409
}

type Listener = (names: readonly string[]) => void

const listeners = new Set<Listener>()

/** The cache's name for an endpoint's answers. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * Marks the answers of these endpoints as outdated: those on the screen are read again, and no cached one is
 * used. Pages that read nothing do not load the query client for this.
 */
export function touch(...endpoints: readonly Endpoint[]) {
  const names = endpoints.map(nameOf)
  for (const listen of listeners) listen(names)
}

export function onTouch(listen: Listener) {
  listeners.add(listen)
}
