import * as z from 'zod/mini'
import { issue } from './issues.ts'

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
