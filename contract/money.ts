import * as z from 'zod/mini'

/** Dollars, to the cent. */
export const Price = z
  .number()
  .check(z.nonnegative('A price is not below zero'), z.maximum(100_000), z.multipleOf(0.01))
