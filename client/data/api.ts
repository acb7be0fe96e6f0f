import * as z from 'zod/mini'
import {
  type AnswerOf,
  type Endpoint,
  type InputOf,
  neededFor,
  queryHeader,
} from '../../contract/endpoint.ts'
import { AffectedAppointment, failures, failureTexts, Held } from '../../contract/errors.ts'
import { isIssueCode, issueTexts } from '../../contract/issues.ts'
import { defineTexts } from '../../contract/language.ts'
import { type Reader, refusalText } from '../../contract/refusal-texts.ts'
import { waitText } from '../i18n/duration-text.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { readAccessToken, renewAccessToken } from './access-token.ts'
import { noteMoving } from './moving.ts'
import { leadToAccount, proveAgain } from './proof.ts'

// The pages' Content-Security-Policy forbids eval, which zod would try for speed.
z.config({ jitless: true })

const timeoutMs = 20_000

type Parts = { params?: object; query?: object; body?: unknown }
type Options = { signal?: AbortSignal | undefined }

/**
 * Makes a call of the contract. Failures are `ApiError`s; a call that its caller aborted rejects with the
 * signal's own reason.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal }: Options = {},
): Promise<AnswerOf<E>> {
  return await exchange(endpoint, (token) => send(endpoint, input, token, signal), signal)
}

/**
 * Sends a request by `way` with the token that the endpoint requires, and reads the answer. It is repeated once
 * if the token had expired, or if a recent proof of identity was required and given.
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
    // Another call may have renewed the token since this one was sent.
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

/**
 * Asks for the proof of identity that a refusal requires; rejects with the refusal if it is another one, or no
 * proof is given.
 */
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

/** Our error bodies and better-auth's, which has fewer fields. */
const Body = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  issues: z.catch(
    z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
    undefined,
  ),
  decline_code: z.catch(z.optional(z.string()), undefined),
  affected: z.catch(z.optional(z.array(AffectedAppointment)), undefined),
  waiting: z.catch(z.optional(z.int()), undefined),
  held: z.catch(z.optional(Held), undefined),
})

/** Failures without a server's answer: it was not reached, or not understood. */
const unreported = defineTexts({
  en: {
    offline: 'We cannot reach the clinic just now. Please check your connection and try again.',
    timeout: 'The clinic is taking too long to answer. Please try again in a moment.',
    bad_answer: 'The answer made no sense to us. Please reload the page and try again.',
  },
  es: {
    offline:
      'No podemos comunicarnos con la clínica en este momento. Revise su conexión e inténtelo de nuevo, por favor.',
    timeout:
      'La clínica está tardando demasiado en responder. Inténtelo de nuevo en un momento, por favor.',
    bad_answer: 'No entendimos la respuesta. Recargue la página e inténtelo de nuevo, por favor.',
  },
})

/** A failed call; `message` and those of `issues` can be shown, in the reader's language. */
export class ApiError extends Error {
  /** The answer's status; 0 without an answer. */
  readonly status: number
  readonly code: string
  readonly issues: { path: string; message: string }[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** The appointments that a change affects; the same call with `confirmed` makes it. */
  readonly affected: AffectedAppointment[] | undefined
  /** How many requests of the waitlist would lose their doctor. */
  readonly waiting: number | undefined
  /** The patient for whom the slot is held, and until when. */
  readonly held: Held | undefined

  constructor(failure: Pick<ApiError, 'status' | 'code' | 'message'> & Partial<ApiError>) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.issues = failure.issues
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.affected = failure.affected
    this.waiting = failure.waiting
    this.held = failure.held
  }
}

export function unreportedError(code: keyof typeof unreported.en, status = 0) {
  return new ApiError({ status, code, message: unreported[currentLanguage()][code] })
}

/** Reads an answer that is not 2xx; the message of its code depends on the reader. */
async function errorOf(response: Response, reader: Reader): Promise<ApiError> {
  const { status, headers } = response
  const body = z.safeParse(Body, await response.json().catch(() => null)).data
  const code = Object.entries(failures).find(([, one]) => one.status === status)?.[0] ?? 'internal'
  const language = currentLanguage()
  const refused = { status, code: body?.code ?? code, declineCode: body?.decline_code }
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-retry-after') ?? Number.NaN)
  const wait = Number.isFinite(seconds) ? seconds : undefined
  const said =
    refusalText(language, reader, refused) ?? body?.message ?? failureTexts[language].internal
  return new ApiError({
    status,
    code: refused.code,
    message: status === 429 && wait ? `${said} ${waitText(language, wait)}` : said,
    issues: body?.issues?.map(({ path, code: said, message }) => ({
      path,
      message: isIssueCode(said) ? issueTexts[language][said] : message,
    })),
    retryAfterSeconds: wait,
    affected: body?.affected,
    waiting: body?.waiting,
    held: body?.held,
  })
}

/** Why a request was not carried out. */
export type Refusal = {
  /**
   * - `refused`: the clinic refused it, and `code` says why
   *
   * - `signedOut`: the session has ended, and nothing was done
   *
   * - `tooMany`: too many calls at once; nothing was done
   *
   * - `unclear`: no valid answer: it may have been done
   */
  kind: 'refused' | 'signedOut' | 'tooMany' | 'unclear'
  /** 0 without an answer. */
  status: number
  code: string
  /** Can be shown, in the reader's language. */
  message: string
  /** What is wrong with the input, by its path. */
  issues: readonly { path: string; message: string }[]
  retryAfterSeconds: number | undefined
  /** The appointments that the change affects; the same call with `confirmed` makes it. */
  affected: readonly AffectedAppointment[] | undefined
  /** How many requests of the waitlist would lose their doctor. */
  waiting: number | undefined
  /** The patient for whom the requested slot is held, and until when. */
  held: Held | undefined
}

export function refusalOf(fault: unknown): Refusal {
  if (!(fault instanceof ApiError)) {
    const { unexpected } = sharedTexts[currentLanguage()]
    return refusalOf(new ApiError({ status: 0, code: 'unexpected', message: unexpected }))
  }
  const { status, code, message, issues = [], retryAfterSeconds, affected, waiting, held } = fault
  const said = { status, code, message, issues, retryAfterSeconds }
  return { kind: kindOf(status), ...said, affected, waiting, held }
}

function kindOf(status: number): Refusal['kind'] {
  if (status === 401) return 'signedOut'
  if (status === 429) return 'tooMany'
  return status >= 400 && status < 500 ? 'refused' : 'unclear'
}
