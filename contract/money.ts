import * as z from 'zod/mini'
import { issue } from './issues.ts'

/** Dollars, to the cent. */
export const Price = z
  .number()
  .check(z.nonnegative(issue('price_negative')), z.maximum(100_000), z.multipleOf(0.01))
