import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from '../../contract/language.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { openPortal, signIn } from '../testing/portal.ts'
import { listen } from './listen.ts'
import { fillPages, pageRoutes, readBuilt } from './pages.ts'
import { siteFileRoutes } from './send-site-files.ts'

const publicUrl = 'https://clinic.example'
const pagePaths = ['/', '/login', '/dashboard/payment/:id']

function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-answers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pages = Object.fromEntries(pagePaths.map((path) => [path, 'index.html']))
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'main-1.js'), 'export const one = 1')
  for (const language of languages) {
    mkdirSync(join(folder, 'pages', language), { recursive: true })
    for (const name of ['index', '404']) {
      writeFileSync(join(folder, 'pages', language, `${name}.html`), '<title>Clinic</title>')
    }
  }
  return folder
}

type Asked = { method: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: Record<string, string | string[] | undefined> }

/** The whole portal on a real port. */
async function openServed() {
  // One of its tables is dropped at the end.
  const database = await openTestDatabase(await makePlace())
  const settings = {
    PUBLIC_URL: publicUrl,
    RATE_LIMIT: 'on',
    SECURITY_CONTACT: 'mailto:a@b.example',
  }
  const portal = await openPortal({ database, settings })
  const { app, config, deps } = portal
  const pages = await fillPages(await readBuilt(buildPages()), database, config)
  siteFileRoutes(app, deps, pages.publicPaths)
  pageRoutes(app, pages, { ...config, ...deps, takesStripe: true })
  const server = await listen(app, { ...config, host: '127.0.0.1', port: 0 }, deps.log)
  onTestFinished(() => server.drain())
  /** For a live stream only the head. */
  const ask = ({ method, path, headers = {}, body }: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.port, method, path, headers }
      const sent = send(options, (response) => {
        response.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  return { portal, ask }
}

const always = {
  'cache-control': expect.any(String),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'strict-transport-security': 'max-age=31536000',
}

/** Checks an answer for missing headers, and for headers that say too much. */
function expectWhole({ headers }: Answer, what: string): void {
  expect(headers, what).toMatchObject(always)
  const policy = String(headers['content-security-policy'])
  const isPage = String(headers['content-type']).startsWith('text/html')
  expect(policy, what).toContain("default-src 'none'")
  expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policy, what).toContain("base-uri 'none'")
  expect(policy, what).not.toContain('unsafe')
  if (isPage) expect(policy, what).toContain("object-src 'none'")
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers[name], what).toBeUndefined()
  }
  for (const cookie of headers['set-cookie'] ?? []) {
    expect(cookie, what).toMatch(/^__Host-.*; Path=\/; .*Secure/i)
  }
}

test('every route sends all security headers, to anonymous callers and to staff', async () => {
  const { portal, ask } = await openServed()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  // Calls that end the session come last.
  const ends = (path: string) => path.startsWith('/account')
  const routes = portal.app.routes
    .filter(({ path }) => path !== '/*')
    .toSorted((one, other) => Number(ends(one.path)) - Number(ends(other.path)))
  const calls = new Set(
    routes.flatMap(({ method, path }) => {
      const address = path.replace(/:\w+/g, 'x').replace('*', 'get-session')
      const methods = method === 'ALL' ? ['GET', 'POST'] : [method]
      return methods.map((one) => `${one} ${address}`)
    }),
  )
  expect(calls.size).toBeGreaterThan(180)
  const statuses = new Map<number, number>()
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    for (const authorization of ['', `Bearer ${token}`]) {
      const headers = { accept: 'text/html', ...(authorization && { authorization }) }
      const answer = await ask({ method, path, headers })
      expectWhole(answer, call)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 301, 400, 401, 404]))
  expect(statuses.get(500)).toBeUndefined()
})

test('refusals and server errors send the same headers', async () => {
  const { portal, ask } = await openServed()
  const json = { 'content-type': 'application/json' }
  const path = '/contact-messages'
  const message = { subject: 'Hello', message: 'When?', email: 'jane@patients.example' }
  const post = (body: string, headers: Record<string, string> = json): Asked => {
    return { method: 'POST', path, headers, body }
  }
  const kinds: [status: number, asked: Asked][] = [
    [200, { method: 'HEAD', path: '/service' }],
    [404, { method: 'GET', path: '/nowhere' }],
    [404, { method: 'GET', path: '/assets/none.js', headers: { accept: 'text/html' } }],
    [308, { method: 'GET', path: '/Login/' }],
    [405, { method: 'DELETE', path: '/service' }],
    [400, post('{')],
    [413, post('x'.repeat(200_000))],
    [415, post('{}', { 'content-type': 'text/plain' })],
  ]
  for (const [status, asked] of kinds) {
    const answer = await ask(asked)
    expect(answer.status, JSON.stringify(asked).slice(0, 100)).toBe(status)
    expectWhole(answer, String(status))
  }
  await sql`drop table "contactMessages"`.execute(portal.database.query)
  const statuses: number[] = []
  for (let sent = 0; sent < 8; sent += 1) {
    const answer = await ask(post(JSON.stringify(message)))
    expectWhole(answer, String(answer.status))
    statuses.push(answer.status)
  }
  expect(new Set(statuses)).toEqual(new Set([500, 429]))
})

test('TRACE, folder listings and files outside the build are refused, and input cannot extend Object.prototype', async () => {
  const { ask } = await openServed()
  expect((await ask({ method: 'TRACE', path: '/service' })).status).toBe(405)
  const hidden = [
    ...['/assets', '/assets/', '/images/', '/.git/config', '/.env', '/package.json'],
    ...['/pages.json', '/assets/../pages.json', '/assets/..%2fpages.json', '/pages/en/index.html'],
  ]
  for (const path of hidden) {
    expect((await ask({ method: 'GET', path })).status, path).toBe(404)
  }
  const message = '"subject": "Hello", "message": "When?", "email": "jane@patients.example"'
  const polluting =
    '"__proto__": { "isAdmin": true }, "constructor": { "prototype": { "isAdmin": true } }'
  const sent = await ask({
    ...{ method: 'POST', path: '/contact-messages', body: `{${polluting}, ${message}}` },
    headers: { 'content-type': 'application/json' },
  })
  expect(sent.status).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
})
