import * as z from 'zod/mini'
import { AuditEntry } from '../audit.ts'
import type { Endpoint } from '../endpoint.ts'
import { pageOf, pageQuery, Search } from '../page.ts'

export const auditEndpoints = {
  listAudit: {
    method: 'GET',
    path: '/staff/audit',
    summary:
      'The audit, the newest first. `search` is the beginning of an actor or a subject, or part of a patient.',
    access: { needs: 'audit' },
    audit: 'audit_read',
    query: z.object({ ...pageQuery, search: Search }),
    discreet: true,
    answer: pageOf(AuditEntry),
  },
} as const satisfies Record<string, Endpoint>
