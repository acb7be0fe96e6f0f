import * as z from 'zod/mini'

export const Id = z.string().check(z.maxLength(100))

/** The parameters of a path with one id. */
export const ById = z.object({ id: Id })
