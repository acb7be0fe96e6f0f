import * as z from 'zod/mini'

/** The answer of a call that reports nothing but its success. */
export const Done = z.object({ success: z.literal(true) })
export const done: z.infer<typeof Done> = { success: true }
