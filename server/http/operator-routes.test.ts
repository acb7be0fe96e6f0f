import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPortal, refusal, request } from '../testing/portal.ts'

test.each([
  ['127.0.0.1', { host: 'localhost:5000' }, {}, 200],
  ['::1', { host: '[::1]:5000' }, {}, 200],
  ['::ffff:127.0.0.1', { host: '127.0.0.1' }, {}, 200],
  ['192.0.2.1', { host: 'localhost' }, {}, 403],
  // Proxies on this machine: each adds a header, or passes on the requested host.
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }, {}, 403],
  ['127.0.0.1', { host: 'localhost', 'x-real-ip': '192.0.2.1' }, {}, 403],
  ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }, {}, 403],
  ['127.0.0.1', { host: 'clinic.example' }, {}, 403],
  // A proxy that adds none terminates TLS for us: TRUST_PROXY says that it writes X-Forwarded-For.
  ['127.0.0.1', { host: 'localhost' }, { PUBLIC_URL: 'https://clinic.example' }, 403],
  [
    '127.0.0.1',
    { host: 'localhost' },
    { PUBLIC_URL: 'https://clinic.example', TRUST_PROXY: 'on' },
    200,
  ],
  ['192.0.2.1', { host: 'clinic.example' }, { METRICS: 'open' }, 200],
])(
  'metrics for %s with headers %j and settings %j: %i',
  async (remoteAddress, headers, settings, status) => {
    const { app } = await openPortal({ settings })
    const incoming = { socket: { remoteAddress } }
    expect((await app.request('/metrics', { headers }, { incoming })).status).toBe(status)
  },
)

test('the health check reports the running version', async () => {
  const answer = await request(await openPortal(), 'GET', '/healthz')
  expect(await answer.json()).toEqual({
    status: 'alive',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

test('an unsupported method answers 405 and lists the supported ones', async () => {
  const portal = await openPortal()
  const wrong = [
    ['POST', '/available', 'HEAD, GET'],
    ['DELETE', '/booking', 'HEAD, GET, POST'],
    ['PUT', '/booking/some-id', 'HEAD, GET, PATCH'],
    ['GET', '/create-payment-intent', 'POST'],
    ['OPTIONS', '/healthz', 'HEAD, GET'],
  ] as const
  for (const [method, path, allow] of wrong) {
    const answer = await request(portal, method, path)
    expect([path, answer.headers.get('allow')]).toEqual([path, allow])
    expect(await refusal(answer)).toEqual({ status: 405, code: 'method_not_allowed' })
  }
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['POST', '/nowhere'],
  ] as const) {
    const answer = await request(portal, method, path)
    expect(await refusal(answer)).toEqual({ status: 404, code: 'not_found' })
  }
})

test('the OpenAPI document has an ETag and is compressed', async () => {
  const portal = await openPortal()
  const first = await request(portal, 'GET', '/openapi.json')
  const etag = first.headers.get('etag') ?? ''
  const again = await portal.app.request('/openapi.json', {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  const packed = await portal.app.request('/openapi.json', {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
})

test('a long JSON answer is compressed for clients that accept it', async () => {
  const { app } = await openPortal()
  const bare = await app.request('/service')
  expect(bare.headers.get('content-encoding')).toBeNull()
  const packed = await app.request('/service', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(await bare.text())
  const refused = await app.request('/service', { headers: { 'accept-encoding': 'gzip;q=0' } })
  expect(refused.headers.get('content-encoding')).toBeNull()
})
