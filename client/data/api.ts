import * as z from 'zod/mini'
import {
  type AnswerOf,
  type Endpoint,
  type InputOf,
  neededFor,
  queryHeader,
} from '../../contract/endpoint.ts'
import { readAccessToken, renewAccessToken } from './access-token.ts'
import { type ApiError, errorOf, unreportedError } from './api-error.ts'
import { noteMoving } from './moving.ts'
import { leadToAccount, proveAgain } from './proof.ts'

export { ApiError } from './api-error.ts'

// The pages' Content-Security-Policy forbids eval, which zod would try for speed.
z.config({ jitless: true })

const timeoutMs = 20_000

type Parts = { params?: object; query?: object; body?: unknown }
type Options = { signal?: AbortSignal | undefined }

/**
 * Makes a call of the contract. Failures are `ApiError`s; a call that its caller aborted rejects
 * with the signal's own reason.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal }: Options = {},
): Promise<AnswerOf<E>> {
  return await exchange(endpoint, (token) => send(endpoint, input, token, signal), signal)
}

/**
 * Sends by `way` with the token that the endpoint asks for, once more where the token had expired or a
 * recent proof of the person was asked for and given, and reads the answer.
 */
export async function exchange<E extends Endpoint>(
  endpoint: E,
  way: (token: string | null) => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<E>> {
  const withToken = endpoint.access !== 'anyone' && endpoint.proof !== 'session'
  const token = withToken ? readAccessToken() : null
  let response = await way(token)
  noteMoving(response.headers)
  if (response.status === 401 && withToken) {
    // Another call may have renewed the token while this one was on its way.
    const renewed = readAccessToken() !== token || (await renewAccessToken())
    if (renewed) response = await way(readAccessToken())
  }
  const reader = neededFor(endpoint) ? 'staff' : 'patient'
  if (!response.ok) {
    await giveProof(await errorOf(response, reader))
    signal?.throwIfAborted()
    response = await way(readAccessToken())
    if (!response.ok) throw await errorOf(response, reader)
  }
  const answer = z.safeParse<E['answer']>(endpoint.answer, await bodyOf(response, signal))
  if (!answer.success) throw unreportedError('bad_answer', response.status)
  return answer.data
}

/** Asks for the proof that a refusal is about; rejects with it where it is another one, or none is given. */
async function giveProof(refusal: ApiError): Promise<void> {
  if (refusal.code === 'second_factor_needed' || refusal.code === 'password_due') leadToAccount()
  if (refusal.code !== 'proof_needed' || !(await proveAgain())) throw refusal
}

async function send(
  endpoint: Endpoint,
  parts: Parts,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (parts.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(parts.body)
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  init.signal = signal ? AbortSignal.any([signal, timeout]) : timeout
  const address = addressOf(endpoint.path, parts.params)
  const query = queryOf(parts.query)
  if (endpoint.discreet) headers.set(queryHeader, query.toString())
  else address.search = query.toString()
  try {
    return await fetch(address, init)
  } catch {
    signal?.throwIfAborted()
    throw unreportedError(timeout.aborted ? 'timeout' : 'offline')
  }
}

function addressOf(path: string, params: Parts['params'] = {}): URL {
  let filled = path
  for (const [name, value] of Object.entries(params)) {
    filled = filled.replace(`:${name}`, () => encodeURIComponent(String(value)))
  }
  return new URL(filled, location.origin)
}

function queryOf(query: Parts['query'] = {}): URLSearchParams {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)]))
}

async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json()
  } catch (fault) {
    signal?.throwIfAborted()
    if (fault instanceof SyntaxError) throw unreportedError('bad_answer', response.status)
    // The connection broke, or time ran out, in the middle of the answer.
    throw unreportedError(
      fault instanceof DOMException && fault.name === 'TimeoutError' ? 'timeout' : 'offline',
    )
  }
}
