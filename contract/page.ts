import * as z from 'zod/mini'

/** Rows a page. */
export const PageLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))

/** Lists are read page by page: `after` is the `next` of the page before. */
export const pageQuery = {
  after: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(PageLimit, 50),
}

/** One page of a list; `next` asks for the page after it and is `null` on the last. */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), next: z.nullable(z.string()) })
}

export const Search = z.optional(z.string().check(z.trim(), z.maxLength(200)))
