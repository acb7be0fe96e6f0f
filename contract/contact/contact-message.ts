import * as z from 'zod/mini'
import { Email } from '../email.ts'

const text = (missing: string, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, `Please keep this under ${most} characters`),
    )

/** The contact form of the home page. */
export const ContactMessage = z.object({
  email: Email,
  subject: text('Please give your message a subject', 200),
  message: text('Please write your message', 5000),
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
