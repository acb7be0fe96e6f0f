import { bookingRefusals } from '../../contract/errors.ts'
import { ApiError } from '../api-error.ts'

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
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const { status, code, message, issues } = error
  if (status === 409) return { kind: 'refused', reason: reasonOf(code, message) }
  if (status === 401) return { kind: 'signedOut' }
  if (status === 429) return { kind: 'notBooked', message: waitText(error) }
  if (status >= 400 && status < 500) {
    const details = issues?.map((issue) => issue.message).join(' ')
    return { kind: 'notBooked', message: `Nothing has been booked. ${details || message}` }
  }
  return { kind: 'unknown' }
}

function reasonOf(code: string, message: string): string {
  const known = Object.entries(bookingRefusals).find(([refusal]) => refusal === code)
  return known ? known[1] : message
}

function waitText({ retryAfterSeconds: seconds }: ApiError): string {
  const wait = seconds ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : 'a little'
  return `Nothing has been booked yet: that was a lot at once. Please wait ${wait} and try again.`
}
