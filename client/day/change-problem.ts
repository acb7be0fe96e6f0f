import { ApiError } from '../api-error.ts'

/** Why something was not done, fit to be shown. `fields`: what to mend, by the name it is sent as. */
export type Problem = { code: string; text: string; fields: Record<string, string> }

/** What a patient reads in the second person, said to staff. */
const staffWording: Record<string, string> = {
  already_booked: 'This patient already has this treatment on that day.',
  patient_busy: 'This patient has another appointment at that time.',
  day_too_far: 'That day is beyond the booking horizon.',
}

const unsure = 'It may or may not have been done: please look before trying again.'

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) {
    return { code: 'internal', text: `Something went wrong on our side. ${unsure}`, fields: {} }
  }
  const { code, status, message, issues = [] } = error
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path] ??= issue.message
  const isUnsure = status === 0 || status >= 500 || code === 'bad_answer'
  const text = staffWording[code] ?? (issues.map((issue) => issue.message).join(' ') || message)
  return { code, text: isUnsure ? `${text} ${unsure}` : text, fields }
}
