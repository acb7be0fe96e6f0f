import type { Hono } from 'hono'
import { done } from '../../contract/done.ts'
import { endpoints } from '../../contract/endpoints.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readClinicName } from '../clinic/read-clinic.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { Deps } from '../deps.ts'
import { hasProxy, isFromLoopback } from './client-address.ts'
import { fail, failureResponse } from './errors.ts'
import { describeApi } from './openapi.ts'
import { sendContent, textContent } from './send-content.ts'
import type { Serve } from './serve.ts'

const openApiHeaders = { 'content-type': 'application/json', 'cache-control': 'no-cache' }

/** What an operator monitors of a process: liveness, readiness, metrics. */
export function watchRoutes(
  app: Hono,
  { config, database, log, metrics }: Pick<Deps, 'config' | 'database' | 'log' | 'metrics'>,
): void {
  app.get('/healthz', (http) => http.json({ status: 'alive', version: packageJson.version }))

  // The app is built after the migrations, so a database that takes writes is ready.
  const tryWrite = shareUnderWay(() => database.tryWrite())
  app.get('/readyz', async (http) => {
    try {
      await tryWrite()
      return http.json({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'database takes no writes')
      const reason = error instanceof DatabaseUnavailable ? error.trouble : 'broken'
      return http.json({ status: 'not ready', reason }, 503, { 'retry-after': '5' })
    }
  })

  // A TLS terminator on this machine may pass calls on without a header, unless it is configured as our proxy.
  const hidesCallers = config.publicUrl.startsWith('https://') && !hasProxy(config.trustProxy)
  app.get('/metrics', async (http) => {
    const isOpen = config.openMetrics || (!hidesCallers && isFromLoopback(http))
    if (!isOpen) return failureResponse(fail('forbidden'))
    return http.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
}

/** The routes for the operator's monitoring, and the OpenAPI document. */
export function operatorRoutes(app: Hono, serve: Serve, deps: Deps): void {
  const { config, database, limits, metrics } = deps
  watchRoutes(app, deps)

  // Built on the first request: it takes as long as the rest of the app together.
  let describe: ReturnType<typeof describeApi> | undefined
  let described = { name: '', content: textContent('') }
  app.get('/openapi.json', limits.countFile, async (http) => {
    const name = await readClinicName(database.query)
    if (name !== described.name) {
      describe ??= describeApi(config.publicUrl)
      described = { name, content: textContent(JSON.stringify((await describe)(name))) }
    }
    return sendContent(http, described.content, openApiHeaders)
  })

  serve(endpoints.reportVitals, async ({ body }) => {
    for (const { name, value } of body.metrics) metrics.observeVital(name, value)
    return done
  })
}

/** Concurrent callers share one answer, so that no caller can make us write all the time. */
function shareUnderWay(act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  return () => {
    underWay ??= act().finally(() => {
      underWay = null
    })
    return underWay
  }
}
