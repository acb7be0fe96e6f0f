import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { type Language, languages } from '../contract/language.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { fail, failureResponse } from './errors.ts'
import { createFill, type Page } from './fill-pages.ts'
import { chooseLanguage } from './language/choose-language.ts'
import { StartError } from './start-error.ts'

export type Pages = {
  /** Folder with `assets/` and the other files that go out as they are. */
  folder: string
  /** Paths of the files beside `assets/`: `/favicon.svg`. */
  files: string[]
  /** By route pattern, as the build's `pages.json` lists them: `/dashboard/payment/:id`. */
  byPath: Map<string, ReadPage>
  notFound: ReadPage
}

/** A page in a language, as the clinic's row says just now. */
type ReadPage = (language: Language) => Promise<Page>

type PageSettings = Pick<Config, 'publicUrl' | 'imageHost'> & { takesStripe: boolean }

const year = 31_536_000
const served = /\.(svg|png|ico|txt|webmanifest)$/

/** Loads the built pages, to be filled with what the clinic's row says. Throws `StartError`. */
export async function loadPages(folder: string, database: Database): Promise<Pages> {
  const listed = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => {
    throw new StartError('The pages are not built; `npm start` or `npm run build` does it')
  })
  const list: unknown = JSON.parse(listed)
  const fill = await createFill(database)
  const load = async (file: string): Promise<ReadPage> => {
    const read = (language: Language) => readFile(join(folder, 'pages', language, file), 'utf8')
    const templates = await Promise.all(languages.map(read))
    return (language) => fill(templates[languages.indexOf(language)] ?? '', language)
  }
  const byPath: Pages['byPath'] = new Map()
  for (const [path, file] of Object.entries(list ?? {})) byPath.set(path, await load(String(file)))
  const names = await readdir(folder)
  const files = names.filter((name) => served.test(name)).map((name) => `/${name}`)
  return { folder, files, byPath, notFound: await load('404.html') }
}

/** Serves the built files and pages; whatever is neither they nor a call is a 404. */
export function pageRoutes(
  app: Hono,
  pages: Pages,
  { publicUrl, imageHost, takesStripe }: PageSettings,
): void {
  const https = publicUrl.startsWith('https://')
  // Photos have absolute addresses, also where this machine is visited by another name.
  const image = [new URL(publicUrl).origin, ...(imageHost ? ['https:'] : [])]
  const headers = pageHeaders(https, { ...noSources, image })
  const cardHeaders = takesStripe ? pageHeaders(https, { ...stripeSources, image }) : headers
  for (const [path, readPage] of pages.byPath) {
    const own = path.startsWith(cardPages) ? cardHeaders : headers
    app.get(path, async (http) => sendPage(http, readPage, 200, own))
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
  app.notFound(async (http) =>
    http.req.header('accept')?.includes('text/html')
      ? sendPage(http, pages.notFound, 404, headers)
      : failureResponse(fail('not_found')),
  )
}

async function sendPage(
  http: Context,
  readPage: ReadPage,
  status: 200 | 404,
  headers: Record<string, string>,
) {
  const language = chooseLanguage(http.req.raw.headers)
  const page = await readPage(language)
  if (http.req.header('if-none-match') === page.etag && status === 200) {
    return http.body(null, 304, { ...headers, etag: page.etag })
  }
  const compressed = http.req.header('accept-encoding')?.includes('br')
  const more = {
    ...headers,
    'content-language': language,
    etag: page.etag,
    ...(compressed && { 'content-encoding': 'br' }),
  }
  return http.body(compressed ? page.br : page.html, status, more)
}

/** Where a card is typed, and where alone a provider's script may run. */
const cardPages = '/dashboard/payment/'

/** What Stripe's script and frames need (docs.stripe.com/security/guide#content-security-policy). */
const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}

type Sources = Record<'script' | 'connect' | 'frame' | 'image', readonly string[]>
const noSources = { script: [], connect: [], frame: [] }

/** Scripts come from our own files alone; styles may stand in the page, as the build puts them. */
function pageHeaders(https: boolean, { script, connect, frame, image }: Sources) {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["connect-src 'self'", ...connect].join(' '),
    ["frame-src 'self'", ...frame].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...image].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // Links in mails carry one-time tokens; no other site may learn them.
    'referrer-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
