import { type ErrorBody, type FailureCode, failures } from '../../contract/errors.ts'
import { type IssueCode, issueTexts } from '../../contract/issues.ts'
import type { BoundName } from './limits.ts'

type Issue = NonNullable<ErrorBody['issues']>[number]

/** An issue at a path of the input. */
export function issueAt(path: string, code: IssueCode): Issue {
  return { path, code, message: issueTexts.en[code] }
}

/** An expected refusal: handlers return it instead of throwing. */
export class Failure {
  readonly status: number
  readonly body: ErrorBody
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** One of the failures that any call can answer with; the text is the contract's unless given. */
export function fail(
  code: FailureCode,
  more: { message?: string; issues?: Issue[] } = {},
): Failure {
  return new Failure(failures[code].status, { code, message: failures[code].message, ...more })
}

/** The message of a code, with its status where that is not the feature's usual one. */
type Said = string | { status: number; message: string }

/** The answer to a call that the domain refused: a code of its feature's table. */
export function refuse<C extends string>(
  refusals: Readonly<Record<C, Said>>,
  code: NoInfer<C>,
  usual = 409,
): Failure {
  const said: Said = refusals[code]
  const { status, message } = typeof said === 'string' ? { status: usual, message: said } : said
  return new Failure(status, { code, message })
}

/** 429 with the seconds after which to retry. */
export function failTooMany(retryAfterSeconds: number): Failure {
  const { status, message } = failures.too_many_requests
  return new Failure(status, { code: 'too_many_requests', message }, retryAfterSeconds)
}

/** Thrown where more work is in progress than a limit allows: a 503, not a fault. */
export class Busy extends Error {
  readonly bound: BoundName

  constructor(bound: BoundName) {
    super(`${bound} is reached`)
    this.bound = bound
  }
}

/** 503: may succeed in some seconds. */
export function failUnavailable(): Failure {
  const { status, message } = failures.unavailable
  return new Failure(status, { code: 'unavailable', message }, 5)
}

/** 503 while the data is moved to another place; reads still work. */
export function failMoving(): Failure {
  const { status, message } = failures.moving
  return new Failure(status, { code: 'moving', message }, 60)
}

export function failureResponse(failure: Failure): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  }
  if (failure.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(failure.retryAfterSeconds)))
  }
  return new Response(JSON.stringify(failure.body), { status: failure.status, headers })
}
