import { createConnection } from 'node:net'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { listen } from './listen.ts'
import { createMetrics } from './metrics.ts'
import { answerFault, observe } from './observe.ts'

test('a client that disconnects is not logged as a fault, and an unavailable database is', async () => {
  const lines: { level: number; msg: string; status: number; err?: unknown }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const app = new Hono()
  app.use(observe(log, metrics, readConfig({})))
  app.onError(answerFault)
  let begun = Promise.withResolvers<void>()
  app.post('/body', async (http) => {
    begun.resolve()
    return http.text(await http.req.text())
  })
  app.post('/stream', async (http) => {
    begun.resolve()
    for await (const chunk of http.req.raw.body ?? []) expect(chunk.byteLength).toBeGreaterThan(0)
    return http.text('whole')
  })
  app.post('/database', () => {
    throw new DatabaseUnavailable('away', new Error('read ECONNRESET'))
  })
  const server = await listen(app, readConfig({ PORT: '0' }), log)
  onTestFinished(() => server.drain())

  for (const path of ['/body', '/stream']) {
    begun = Promise.withResolvers()
    const client = createConnection(server.port, '127.0.0.1')
    client.write(`POST ${path} HTTP/1.1\r\nHost: clinic.example\r\nContent-Length: 99\r\n\r\nhalf`)
    await begun.promise
    client.resetAndDestroy()
    await expect.poll(metrics.text).toMatch(`route="${path}",status="499"`)
  }
  const broken = await fetch(`http://127.0.0.1:${server.port}/database`, { method: 'POST' })
  expect(broken.status).toBe(503)
  expect(lines.filter(({ err }) => err)).toMatchObject([{ msg: 'fault', status: 503 }])
  expect(await metrics.text()).not.toMatch(/route="\/(body|stream)",status="50/)
})

test('the event loop has a lag also where it was held while the first metrics were read', async () => {
  const reading = createMetrics({ watchesProcess: true }).text()
  const end = performance.now() + 100
  while (performance.now() < end);
  expect(await reading).toMatch(/^nodejs_eventloop_lag_mean_seconds [\d.]+$/m)
})
