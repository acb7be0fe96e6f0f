import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { fail, failureResponse } from './errors.ts'
import { StartError } from './start-error.ts'

/** One HTML page, ready to go out; `br` is the same text compressed. */
type Page = { html: string; br: Uint8Array<ArrayBuffer>; etag: string }

export type Pages = {
  /** Folder with `assets/` and the other files that go out as they are. */
  folder: string
  /** Paths of the files beside `assets/`: `/favicon.svg`. */
  files: string[]
  /** By route pattern, as the build's `pages.json` lists them: `/dashboard/payment/:id`. */
  byPath: Map<string, Page>
  notFound: Page
}

const nameMark = '%CLINIC_NAME%'
const year = 31_536_000
const served = /\.(svg|png|ico|txt|webmanifest)$/

/** Loads the built pages and writes the clinic's name into them. Throws `StartError`. */
export async function loadPages(folder: string, clinicName: string): Promise<Pages> {
  const listed = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => {
    throw new StartError('The pages are not built; `npm start` or `npm run build` does it')
  })
  const list: unknown = JSON.parse(listed)
  const loaded = new Map<string, Page>()
  const load = async (file: string) => {
    const known = loaded.get(file) ?? (await loadPage(join(folder, 'pages', file), clinicName))
    loaded.set(file, known)
    return known
  }
  const byPath = new Map<string, Page>()
  for (const [path, file] of Object.entries(list ?? {})) byPath.set(path, await load(String(file)))
  const names = await readdir(folder)
  const files = names.filter((name) => served.test(name)).map((name) => `/${name}`)
  return { folder, files, byPath, notFound: await load('404.html') }
}

async function loadPage(file: string, clinicName: string): Promise<Page> {
  const html = (await readFile(file, 'utf8')).replaceAll(nameMark, () => escapeHtml(clinicName))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const br = new Uint8Array(brotliCompressSync(html, { params }))
  return { html, br, etag: `"${createHash('sha256').update(html).digest('base64url')}"` }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Serves the built files and pages; whatever is neither they nor a call is a 404. */
export function pageRoutes(
  app: Hono,
  pages: Pages,
  { publicUrl, takesStripe }: { publicUrl: string; takesStripe: boolean },
): void {
  const https = publicUrl.startsWith('https://')
  const headers = pageHeaders(https)
  const cardHeaders = takesStripe ? pageHeaders(https, stripeSources) : headers
  for (const [path, page] of pages.byPath) {
    const own = path.startsWith(cardPages) ? cardHeaders : headers
    app.get(path, (http) => sendPage(http, page, 200, own))
  }
  const files = serveStatic({
    root: pages.folder,
    precompressed: true,
    onFound: (path, http) => {
      const hashed = path.includes('/assets/')
      http.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
      http.header('x-content-type-options', 'nosniff')
    },
  })
  app.get('/assets/*', files)
  for (const file of pages.files) app.get(file, files)
  app.notFound((http) =>
    http.req.header('accept')?.includes('text/html')
      ? sendPage(http, pages.notFound, 404, headers)
      : failureResponse(fail('not_found')),
  )
}

function sendPage(http: Context, page: Page, status: 200 | 404, headers: Record<string, string>) {
  if (http.req.header('if-none-match') === page.etag && status === 200) {
    return http.body(null, 304, { ...headers, etag: page.etag })
  }
  const compressed = http.req.header('accept-encoding')?.includes('br')
  const more = { ...headers, etag: page.etag, ...(compressed && { 'content-encoding': 'br' }) }
  return http.body(compressed ? page.br : page.html, status, more)
}

/** Where a card is typed, and where alone a provider's script may run. */
const cardPages = '/dashboard/payment/'

/** What Stripe's script and frames need (docs.stripe.com/security/guide#content-security-policy). */
const stripeSources: Sources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}

type Sources = Record<'script' | 'connect' | 'frame', readonly string[]>
const noSources: Sources = { script: [], connect: [], frame: [] }

/** Scripts come from our own files alone; styles may stand in the page, as the build puts them. */
function pageHeaders(https: boolean, { script, connect, frame } = noSources) {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["connect-src 'self'", ...connect].join(' '),
    ["frame-src 'self'", ...frame].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // Links in mails carry one-time tokens; no other site may learn them.
    'referrer-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
