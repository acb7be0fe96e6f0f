import type { Context, Hono } from 'hono'
import type { AnswerOf, CheckedOf, Endpoint } from '../contract/endpoint.ts'
import { identify, isSelf } from './access.ts'
import { Failure, fail, failureResponse } from './errors.ts'
import type { Caller, CallerFinder } from './identity/find-caller.ts'
import { readInput } from './read-input.ts'

/** What a handler gets: the checked input, who is calling, and Hono's context for the rest. */
export type Call<E extends Endpoint> = CheckedOf<E> & {
  caller: E['access'] extends 'anyone' ? null : Caller
  http: Context
}

/** A handler answers with what the contract says, a `Failure`, or a response of its own making. */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | Failure | Response>

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/**
 * Puts endpoints of the contract on the app. Nothing reaches a handler that its access rule and
 * schemas did not let through, and nothing leaves that its answer schema does not know.
 */
export function createServe(app: Hono, callers: CallerFinder, publicOrigin: string): Serve {
  const admit = async <E extends Endpoint>(endpoint: E, http: Context) => {
    const anyone = endpoint.access === 'anyone'
    const caller = anyone ? null : await identify(endpoint, http, callers, publicOrigin)
    if (caller instanceof Failure) return caller
    const input = await readInput(endpoint, http)
    if (input instanceof Failure) return input
    if (endpoint.access === 'self' && !(caller && isSelf(caller, input))) return fail('forbidden')
    // The parts were checked against this endpoint's schemas just above.
    return { ...input, caller, http } as Call<E>
  }
  return (endpoint, handler) => {
    app.on(endpoint.method, endpoint.path, async (http) => {
      const call = await admit(endpoint, http)
      const outcome = call instanceof Failure ? call : await handler(call)
      if (outcome instanceof Response) return outcome
      return outcome instanceof Failure ? failureResponse(outcome) : answer(endpoint, outcome)
    })
  }
}

function answer(endpoint: Endpoint, outcome: unknown): Response {
  const checked = endpoint.answer.safeParse(outcome)
  if (!checked.success) throw new Error(`${endpoint.path} answered outside its contract`)
  return new Response(JSON.stringify(checked.data), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
