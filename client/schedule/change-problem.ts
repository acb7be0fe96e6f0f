import type { Language } from '../../contract/language.ts'
import { ApiError } from '../data/api-error.ts'
import { bookingTexts } from './texts-booking.ts'

/** Why something was not done, fit to be shown. `fields`: what to mend, by the name it is sent as. */
export type Problem = { code: string; text: string; fields: Record<string, string> }

export function problemOf(language: Language, error: unknown): Problem {
  const { refusals, unexpected, unsure } = bookingTexts[language]
  if (!(error instanceof ApiError)) {
    return { code: 'internal', text: `${unexpected} ${unsure}`, fields: {} }
  }
  const { code, status, message, issues = [] } = error
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path] ??= issue.message
  const isUnsure = status === 0 || status >= 500 || code === 'bad_answer'
  const staffWording: Record<string, string> = refusals
  const text = staffWording[code] ?? (issues.map((issue) => issue.message).join(' ') || message)
  return { code, text: isUnsure ? `${text} ${unsure}` : text, fields }
}
