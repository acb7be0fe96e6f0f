import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { pageOf, pageQuery, Search } from '../page.ts'

/** Who of the staff did or saw what. */
export const AuditEntry = z.object({
  _id: z.string(),
  /** An instant in UTC, ISO text. */
  at: z.string(),
  /** E-mail of the member of staff. */
  actor: z.string(),
  /** What was done, in words: `Made a user an admin`. */
  action: z.string(),
  /** Whom or what it was about: an e-mail, an appointment's id, a day. */
  subject: z.string(),
  detail: z.string(),
  /** The network address it came from. */
  address: z.string(),
  /** Status of the answer; `null` where none was given. */
  status: z.nullable(z.number()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditEndpoints = {
  listAudit: {
    method: 'GET',
    path: '/staff/audit',
    summary: 'The audit, the newest first. `search` is the beginning of an actor or a subject.',
    access: 'admin',
    audit: 'Looked at the audit',
    query: z.object({ ...pageQuery, search: Search }),
    answer: pageOf(AuditEntry),
  },
} as const satisfies Record<string, Endpoint>
