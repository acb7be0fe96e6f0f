import * as z from 'zod/mini'
import { issue } from './issues.ts'

/**
 * What no text of ours may hold: control characters but for tabs and line breaks, halves of a
 * surrogate pair, and the characters that turn the direction of what follows them (Unicode's
 * embeddings, overrides and isolates), which make a name read as another one.
 */
const unfit = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u

export const unfitText = issue('hidden_characters')

type Place = { value: unknown; key: string; above: Place | null }

/**
 * The path to the first text in a value from outside that is unfit, or `null`. Without recursion: a body of
 * nothing but brackets nests deeper than the stack.
 */
export function findUnfit(value: unknown): readonly string[] | null {
  const waiting: Place[] = [{ value, key: '', above: null }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place
    if (typeof value === 'string' && unfit.test(value)) return pathTo(place)
    if (typeof value !== 'object' || value === null) continue
    // The last is looked at first.
    for (const [key, part] of Object.entries(value).reverse()) {
      if (unfit.test(key)) return pathTo(place)
      waiting.push({ value: part, key, above: place })
    }
  }
  return null
}

/** A text without what `findUnfit` finds in it. */
export function withoutUnfit(text: string): string {
  return text.replace(new RegExp(unfit, 'gu'), '')
}

function pathTo({ key, above }: Place): string[] {
  const path: string[] = []
  for (let at = { key, above }; at.above; at = at.above) path.push(at.key)
  return path.reverse()
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

/** A name from an identity provider, with everything that `PersonName` refuses removed. */
export function cleanName(name: string): string {
  const parts = name.split(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+|:\/\/|\bwww\./iu)
  const words = parts.map((part) => part.trim()).filter((part) => part !== '')
  return words.join(' ').slice(0, longestName).trim()
}

/**
 * The specification's pattern (word characters, @, letters and underscores, a dot, 2 to 20 letters),
 * widened by what real addresses have: dots, plus signs, hyphens and apostrophes before the @ and
 * domains of several parts (docs/decisions/0002).
 */
const pattern = /^[\w+'-]+(\.[\w+'-]+)*@\w[\w-]*(\.\w[\w-]*)*\.[A-Za-z]{2,20}$/

/** An address as a person types it; compared without case, so it is lowered on the way in. */
export const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value !== '', { error: issue('email_required'), abort: true }),
  z.maxLength(254, issue('email_invalid')),
  z.regex(pattern, issue('email_invalid')),
)

/**
 * An address that can have an account. better-auth takes some that `Email` accepts for none: who has one could
 * not sign in (docs/decisions/0002).
 */
export const AccountEmail = z.pipe(Email, z.email(issue('email_invalid')))
