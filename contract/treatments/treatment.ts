import * as z from 'zod/mini'
import { parseDay } from '../date.ts'
import { issue } from '../issues.ts'

/** A day in either form on the way in (`Jun 5, 2022` or `2022-06-05`), an ISO day behind it. */
export const WireDay = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const day = parseDay(text)
    if (day) return day
    context.issues.push({
      code: 'custom',
      input: text,
      message: issue('day_malformed'),
    })
    return z.NEVER
  }),
)

/** As many characters as a treatment's description has at most. */
export const longestDescription = 300

/** What a patient books. On `GET /service` slots are all it has; on `GET /available`, the free ones. */
export const Treatment = z.object({
  _id: z.string(),
  name: z.string(),
  /** A sentence or two of plain text, '' where the clinic says nothing. */
  description: z.string(),
  /** Times of the day such as `8:00 AM - 8:30 AM`, earliest first. */
  slots: z.array(z.string()),
  /** Dollars. */
  price: z.number(),
})
export type Treatment = z.infer<typeof Treatment>

/** A month such as `2022-06`; the day after its last has a year of four digits. */
export const Month = z
  .string()
  .check(z.regex(/^(?!9999)[1-9]\d{3}-(0[1-9]|1[0-2])$/, issue('month_malformed')))

/** On which days of a month, ISO days in their order, each treatment has a free slot. */
export const FreeDays = z.array(z.object({ _id: z.string(), days: z.array(z.string()) }))
export type FreeDays = z.infer<typeof FreeDays>

/** The next day after the one asked for that has a free slot; `null` when none is in reach. */
export const NextFreeDay = z.object({ date: z.nullable(z.string()) })

/** Dollars, to the cent. */
export const Price = z
  .number()
  .check(z.nonnegative(issue('price_negative')), z.maximum(100_000), z.multipleOf(0.01))
