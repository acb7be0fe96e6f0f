import * as z from 'zod/mini'
import { Email } from '../email.ts'
import type { IssueCode } from '../issues.ts'

const text = (missing: IssueCode, most: number, long: IssueCode) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(most, long))

/** The contact form of the home page. */
export const ContactMessage = z.object({
  email: Email,
  subject: text('subject_required', 200, 'subject_long'),
  message: text('message_required', 5000, 'message_long'),
})

/** Performance of one page view, as the web-vitals library names it: numbers only, nobody's data. */
export const Vitals = z.object({
  metrics: z
    .array(
      z.object({
        name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
        /** Milliseconds; for CLS a score without a unit. */
        value: z.number().check(z.nonnegative(), z.maximum(3_600_000)),
      }),
    )
    .check(z.maxLength(20)),
})
