import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { fail, failureResponse } from './errors.ts'
import { reportPath } from './page-policy.ts'
import { createBodyLimit } from './read-input.ts'

/** Bytes; a report has some hundreds, and a browser may send several together. */
const largestReport = 16 * 1024
const mostTogether = 20

/** The formats of `report-uri` and `report-to`. */
const Reports = z.union([
  z.pipe(
    z.object({ 'csp-report': z.object({ 'effective-directive': z.string() }) }),
    z.transform((said) => [said['csp-report']['effective-directive']]),
  ),
  z.pipe(
    z.array(z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string() }) })),
    z.transform((said) => said.slice(0, mostTogether).map(({ body }) => body.effectiveDirective)),
  ),
])

/** Directives that our policy can enforce; a report may name anything, and each name is a metrics series. */
const directives = new Set([
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'font-src', 'connect-src', 'frame-src', 'object-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
])

/**
 * Counts what browsers blocked on our pages, by directive. Addresses and samples in a report may contain page
 * content and are dropped.
 */
export function cspReportRoute(app: Hono, { limits, metrics }: Deps): void {
  app.post(reportPath, createBodyLimit(largestReport), async (http) => {
    const held = await limits.take(['content_reports'], limits.keysOf(http))
    if (held) return failureResponse(held)
    const reports = Reports.safeParse(await http.req.json().catch(() => null))
    if (!reports.success) return failureResponse(fail('invalid_input'))
    for (const directive of reports.data) {
      metrics.countRefusedContent(directives.has(directive) ? directive : 'other')
    }
    return http.body(null, 204)
  })
}
