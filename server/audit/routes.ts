import { auditEndpoints } from '../../contract/audit/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../http/serve.ts'
import { listEntries } from './list-entries.ts'

export function auditRoutes(serve: Serve, { database }: Deps): void {
  serve(auditEndpoints.listAudit, ({ query }) => listEntries(database.reader, query))
}
