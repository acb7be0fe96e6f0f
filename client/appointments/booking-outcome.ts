import { ApiError } from '../data/api-error.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { bookingTexts } from './booking-texts.ts'

export type Failure =
  /** The clinic said no, and why. */
  | { kind: 'refused'; reason: string }
  /** Signed out meanwhile. */
  | { kind: 'signedOut' }
  /** Certainly not booked, and the patient can mend it. */
  | { kind: 'notBooked'; message: string }
  /** No answer we understand: booked or not, we cannot say. */
  | { kind: 'unknown' }

/** What a failed `POST /booking` means for the patient. */
export function failureOf(error: unknown): Failure {
  const t = bookingTexts[currentLanguage()]
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const { status, code, message, issues } = error
  // The specification's refused booking, also where a later one will not be.
  if (status === 409 || code === 'too_many_bookings') return { kind: 'refused', reason: message }
  if (status === 401) return { kind: 'signedOut' }
  if (status === 429) return { kind: 'notBooked', message: waitText(error) }
  if (status >= 400 && status < 500) {
    const details = issues?.map((issue) => issue.message).join(' ')
    return { kind: 'notBooked', message: t.notBooked(details || message) }
  }
  return { kind: 'unknown' }
}

function waitText({ retryAfterSeconds: seconds }: ApiError): string {
  const t = bookingTexts[currentLanguage()]
  return `${t.tooMuch} ${seconds ? t.wait(seconds) : t.waitAWhile}`
}
