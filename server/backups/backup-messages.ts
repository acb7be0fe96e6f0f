import * as z from 'zod'

// What the portal and the process that backs up say to each other.

export const BackupAsked = z.object({
  at: z.coerce.date(),
  place: z.object({
    dataDir: z.string(),
    databaseUrl: z.string().optional(),
    databaseOwnerUrl: z.string().optional(),
  }),
  to: z.string(),
  /** Folders of the data folder that are no part of it. */
  without: z.array(z.string()),
  key: z.string().optional(),
  s3: z
    .object({ endpoint: z.string(), region: z.string(), keyId: z.string(), secret: z.string() })
    .optional(),
  keptDays: z.number().optional(),
})
export type BackupAsked = z.input<typeof BackupAsked>

export const BackupAnswer = z.union([
  z.object({
    file: z.string(),
    bytes: z.number(),
    removed: z.array(z.string()),
    leftOut: z.array(z.string()),
    links: z.array(z.string()),
  }),
  z.object({ failure: z.string(), message: z.string(), path: z.string().optional() }),
])
export type BackupAnswer = z.infer<typeof BackupAnswer>
