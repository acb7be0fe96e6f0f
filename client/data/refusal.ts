import type { AffectedAppointment, Held } from '../../contract/errors.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { ApiError } from './api-error.ts'

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
