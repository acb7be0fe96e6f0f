import * as z from 'zod/mini'
import { AffectedAppointment, failures, failureTexts, Held } from '../../contract/errors.ts'
import { isIssueCode, issueTexts } from '../../contract/issues.ts'
import { defineTexts } from '../../contract/language.ts'
import { type Reader, refusalText } from '../../contract/refusal-texts.ts'
import { waitText } from '../i18n/duration-text.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

/** Ours and better-auth's: the latter leaves out what it does not know. */
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

/** Failures that no server reports: it was not reached, or not understood. */
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

/** A call that failed; `message` and those of `issues` are fit to be shown, in the reader's language. */
export class ApiError extends Error {
  /** The answer's status; 0 where there was no answer to read. */
  readonly status: number
  readonly code: string
  readonly issues: { path: string; message: string }[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** What a change would touch; the same call with `confirmed` goes on. */
  readonly affected: AffectedAppointment[] | undefined
  /** How many requests of the waitlist would lose their doctor by it. */
  readonly waiting: number | undefined
  /** Who the slot is held for. */
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

/** Reads an answer that is not 2xx; its codes are worded for who reads them. */
export async function errorOf(response: Response, reader: Reader): Promise<ApiError> {
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

/** Why something that was sent was not done. */
export type Refusal = {
  /**
   * - `refused`: the clinic said no, and `code` says why
   * - `signedOut`: the session is over, and nothing was done
   * - `tooMany`: too much at once; nothing was done
   * - `unclear`: no answer that we understand: it may have been done all the same
   */
  kind: 'refused' | 'signedOut' | 'tooMany' | 'unclear'
  /** 0 where there was no answer to read. */
  status: number
  code: string
  /** Fit to be shown, in the reader's language. */
  message: string
  /** What is wrong with what was sent, by its path. */
  issues: readonly { path: string; message: string }[]
  retryAfterSeconds: number | undefined
  /** What the change would touch; the same with `confirmed` goes on. */
  affected: readonly AffectedAppointment[] | undefined
  /** How many requests of the waitlist would lose their doctor by it. */
  waiting: number | undefined
  /** Who the slot that was asked for is held for. */
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
