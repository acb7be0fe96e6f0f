import * as z from 'zod/mini'
import { issue } from './issues.ts'

/**
 * What no text of ours may hold: control characters but for tabs and line breaks, halves of a
 * surrogate pair, and the characters that turn the direction of what follows them (Unicode's
 * embeddings, overrides and isolates), which make a name read as another one.
 */
const unfit = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u

export const unfitText = issue('hidden_characters')

/** The path to the first text in a value from outside that is unfit, or `null`. */
export function findUnfit(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return unfit.test(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unfit.test(key) ? path : findUnfit(part, [...path, key])
    if (found) return found
  }
  return null
}

const longestName = 100
/** A line break, and what mail programs turn into a link. */
const unlikeName = /[\t\n\r\u2028\u2029]|:\/\/|\bwww\./i

/** A person's name as they or staff type it: it stands in mails and calendar entries. */
export const PersonName = z.string().check(
  z.trim(),
  z.minLength(1, issue('name_required')),
  z.maxLength(longestName, issue('name_long')),
  z.refine((name) => !unlikeName.test(name), issue('name_with_link')),
)

/** A name that somebody else vouches for, with what `PersonName` refuses left out. */
export function cleanName(name: string): string {
  const parts = name.split(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+|:\/\/|\bwww\./iu)
  const words = parts.map((part) => part.trim()).filter((part) => part !== '')
  return words.join(' ').slice(0, longestName).trim()
}
