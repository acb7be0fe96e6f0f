import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context, Hono } from 'hono'
import { type Language, languages } from '../../contract/language.ts'
import { paths, withToken } from '../../contract/page-paths.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { chooseLanguage } from '../language/language.ts'
import { StartError } from '../start-error.ts'
import { answerNotFound, answerUnknown } from './answer-unknown.ts'
import type { Limits } from './count-limits.ts'
import { createFill, type FillSettings } from './fill-pages.ts'
import { findInlined, type Inlined, pagePolicy, reportPath, type Sources } from './page-policy.ts'
import type { Holds, Repeats } from './repeat-answers.ts'
import {
  type Answer,
  type Bytes,
  type Content,
  chooseContent,
  contentVariant,
  type Encoding,
  fileContent,
  type ReadHeader,
  respondWith,
  sendContent,
} from './send-content.ts'

/** A file of the build, and the headers sent with it. */
type BuiltFile = { content: Content; headers: Record<string, string> }

export type Pages = {
  /** Files sent as they were built, by path: `/favicon.svg`. */
  files: Map<string, BuiltFile>
  /** By route pattern, as the build's `pages.json` lists them: `/dashboard/payment/:id`. */
  byPath: Map<string, Page>
  /** Paths of the pages for search engines: those with a canonical address. */
  publicPaths: string[]
  notFound: Page
}

type Page = {
  /** The page in a language, filled from the clinic's current row. */
  read(language: Language): Promise<Content>
  inlined: Inlined
}

type PageSettings = Pick<Config, 'publicUrl' | 'imageHost' | 'clinicLanguage'> & {
  takesStripe: boolean
  limits: Pick<Limits, 'countFile'>
  repeats: Pick<Repeats, 'answer'>
  changes: { watch: () => Holds }
}

const canonical = /<link rel="canonical" href="%CLINIC_URL%([^"]*)">/

/**
 * A page of the build, not filled for any clinic: one text per language, and what is inlined in it.
 * Stored as bytes, since one character beyond Latin-1 doubles the size of a string.
 */
type Template = { pages: readonly Buffer[]; inlined: Inlined }

/** The result of the build, which any number of clinics fill with their own data. */
export type Built = Pick<Pages, 'files' | 'publicPaths'> & {
  byPath: Map<string, Template>
  notFound: Template
}

/** Reads the built pages and files. Throws `StartError`. */
export async function readBuilt(folder: string): Promise<Built> {
  const listed = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => {
    throw new StartError('The pages are not built; `npm start` or `npm run build` does it')
  })
  const list: unknown = JSON.parse(listed)
  const publicPaths = new Set<string>()
  const load = async (file: string): Promise<Template> => {
    const read = (language: Language) => readFile(join(folder, 'pages', language, file))
    const pages = await Promise.all(languages.map(read))
    const texts = pages.map(String)
    const own = canonical.exec(texts[0] ?? '')?.[1]
    if (own) publicPaths.add(own)
    return { pages, inlined: findInlined(texts) }
  }
  const byPath: Built['byPath'] = new Map()
  for (const [path, file] of Object.entries(list ?? {})) byPath.set(path, await load(String(file)))
  return {
    files: await loadFiles(folder),
    byPath,
    publicPaths: [...publicPaths],
    notFound: await load('404.html'),
  }
}

/** The pages filled from the clinic's row. */
export async function fillPages(
  { files, byPath, publicPaths, notFound }: Built,
  database: Database,
  settings: FillSettings,
): Promise<Pages> {
  const fill = await createFill(database, settings)
  const fillIn = ({ pages, inlined }: Template): Page => ({
    read: (language) => fill(pages[languages.indexOf(language)] as Buffer, language),
    inlined,
  })
  const filled = [...byPath].map(([path, template]) => [path, fillIn(template)] as const)
  return { files, byPath: new Map(filled), publicPaths, notFound: fillIn(notFound) }
}

/** Serves the built files and pages; any other address that is not a call is a 404. */
export function pageRoutes(app: Hono, pages: Pages, settings: PageSettings): void {
  const { takesStripe, limits } = settings
  const { countFile } = limits
  const { servePage, serveNotFound } = createPageHandlers(settings)
  movedTokenRoutes(app)
  for (const [path, page] of pages.byPath) {
    const hasStripe = takesStripe && path.startsWith(cardPages)
    app.get(path, countFile, servePage(page, hasStripe ? stripeSources : noSources))
  }
  formerRoutes(app, countFile)
  const answerOther = createAnswerOther([...pages.byPath.keys()], serveNotFound(pages.notFound))
  fileRoutes(app, pages.files, { countFile, answerOther })
  app.notFound(answerUnknown(app, answerOther))
}

/** What answers with a page in the reader's language, with the headers of its sources. */
function createPageHandlers({
  publicUrl,
  imageHost,
  clinicLanguage,
  repeats,
  changes,
}: PageSettings) {
  const languageOf = (header: ReadHeader) => chooseLanguage({ get: header }, clinicLanguage)
  /** The headers on which `makePage` depends. */
  const pageVariant = (header: ReadHeader) => `${languageOf(header)} ${contentVariant(header)}`
  // Photos have absolute addresses, also when this machine is reached by another name.
  const image = [new URL(publicUrl).origin, ...(imageHost ? ['https:'] : [])]

  function servePage(page: Page, sources: Omit<Sources, 'image'>) {
    const headers = pageHeaders({ ...sources, image }, page.inlined)
    return async (http: Context) => {
      const holds = changes.watch()
      const made = await makePage(http, page, { headers, languageOf })
      return repeats.answer(http, made, { holds, variant: pageVariant, countedAs: 'files' })
    }
  }

  function serveNotFound(page: Page) {
    const headers = pageHeaders({ ...noSources, image }, page.inlined)
    return async (http: Context) =>
      respondWith(await makePage(http, page, { headers, languageOf }, 404))
  }

  return { servePage, serveNotFound }
}

/** Takes the token of former links out of the query. */
function movedTokenRoutes(app: Hono): void {
  for (const path of withTokenOnce) {
    app.get(path, async (http, next) => {
      const token = http.req.query('token')
      return token === undefined ? next() : moveToken(http, path, token)
    })
  }
}

function formerRoutes(app: Hono, countFile: Limits['countFile']): void {
  for (const [former, path] of Object.entries(formerPaths)) {
    app.get(former, countFile, (http) => http.redirect(follow(path, http), 301))
  }
  for (const [former, path] of Object.entries(formerLinks)) {
    app.get(former, countFile, (http) => moveToken(http, path, http.req.param('token') ?? ''))
  }
}

/** Answers an address that is no page's. */
type AnswerOther = (http: Context) => Response | Promise<Response>

/** Redirects from another spelling of a page's address; a 404 otherwise, as a page for browsers alone. */
function createAnswerOther(patterns: readonly string[], sendNotFound: AnswerOther): AnswerOther {
  const spell = spellPath(patterns)
  return (http) => {
    const spelled = spell(http.req.path)
    if (spelled !== null) return http.redirect(spelled + new URL(http.req.url).search, 308)
    return http.req.header('accept')?.includes('text/html') ? sendNotFound(http) : answerNotFound()
  }
}

function fileRoutes(
  app: Hono,
  files: Pages['files'],
  { countFile, answerOther }: Pick<Limits, 'countFile'> & { answerOther: AnswerOther },
): void {
  const sendFile = (http: Context) => {
    const file = files.get(http.req.path)
    return file ? sendContent(http, file.content, file.headers) : answerOther(http)
  }
  const others = [...files.keys()].filter((path) => !path.startsWith('/assets/'))
  for (const path of ['/assets/*', ...others]) app.get(path, countFile, sendFile)
}

/** Former addresses of pages, which bookmarks and older mails still use. */
const formerPaths = {
  '/dashboard/waiting': paths.waitlist,
  '/dashboard/notices': paths.reminders,
  '/dashboard/day': paths.schedule,
  '/dashboard/waitingLine': paths.staffWaitlist,
  '/dashboard/openingDays': paths.businessHours,
  '/dashboard/appointment/:id/move': paths.rescheduleAppointmentPage,
}

/** Links in mails sent before the token moved behind '#'. */
const formerLinks = {
  '/offer/:token': paths.offerPage,
  '/email-link/:token': paths.confirmByLink,
  '/email-link/:token/reschedule': paths.rescheduleByLink,
  '/email-link/:token/cancel': paths.cancelByLink,
  '/unsubscribe/:token': paths.unsubscribe,
  '/reply/:token': paths.confirmByLink,
  '/reply/:token/move': paths.rescheduleByLink,
  '/reply/:token/cancel': paths.cancelByLink,
}

/** Pages that former links open with the token in the query: `/verify-email?token=`. */
const withTokenOnce = [
  paths.resetPassword,
  paths.verifyEmail,
  paths.confirmNewEmail,
  paths.invitation,
  paths.stopEmailChange,
]

/** Redirects to the same page with the token behind '#', where it is sent to no server again. */
function moveToken(http: Context, path: string, token: string): Response {
  const query = new URL(http.req.url).searchParams
  query.delete('token')
  const search = query.size > 0 ? `?${query}` : ''
  return http.redirect(withToken(path + search, token), 301)
}

/** The page of a pattern with the parameters and the query of a call. */
function follow(pattern: string, http: Context): string {
  const path = pattern.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(http.req.param(name) ?? ''),
  )
  const query = new URL(http.req.url).searchParams
  const request = query.get('wish')
  if (request !== null) {
    query.delete('wish')
    query.set('request', request)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/**
 * A page's canonical address, for one with a trailing slash or with other capitals; `null` if no page matches.
 * Parts that are ids or tokens keep their capitals.
 */
export function spellPath(patterns: readonly string[]) {
  const shapes = patterns.map((pattern) => pattern.split('/'))
  return (path: string): string | null => {
    const parts = path.replace(/\/+$/, '').split('/')
    const shape = shapes.find(
      (one) =>
        one.length === parts.length &&
        one.every((part, at) => part.startsWith(':') || part === parts[at]?.toLowerCase()),
    )
    const spelled = shape?.map((part, at) => (part.startsWith(':') ? parts[at] : part)).join('/')
    return spelled && spelled !== path ? spelled : null
  }
}

async function makePage(
  http: Context,
  page: Page,
  {
    headers,
    languageOf,
  }: { headers: Record<string, string>; languageOf: (header: ReadHeader) => Language },
  status: 200 | 404 = 200,
): Promise<Answer> {
  const header: ReadHeader = (name) => http.req.header(name)
  const language = languageOf(header)
  const own = { ...headers, 'content-language': language }
  return chooseContent(header, await page.read(language), own, status)
}

/** The only pages on which a card is entered and a provider's script may run. */
const cardPages = paths.payment('')

/** The sources of Stripe's script and frames (docs.stripe.com/security/guide#content-security-policy). */
const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}
const noSources = { script: [], connect: [], frame: [] }

function pageHeaders(sources: Sources, inlined: Inlined) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    'content-security-policy': pagePolicy(sources, inlined),
    'reporting-endpoints': `csp="${reportPath}"`,
  }
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const year = 31_536_000

/**
 * The build's scripts, styles and pictures, cached in memory: some megabytes. Reading from disk would queue
 * behind password hashes, which use the same threads.
 */
async function loadFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const names = new Set(
    (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')),
  )
  const read = async (name: string): Promise<Bytes> =>
    new Uint8Array(await readFile(join(folder, name)))
  for (const name of names) {
    const type = types[extname(name)]
    if (!type || name.startsWith('pages/')) continue
    const compressed = new Map<Encoding, Bytes>()
    if (names.has(`${name}.br`)) compressed.set('br', await read(`${name}.br`))
    if (names.has(`${name}.gz`)) compressed.set('gzip', await read(`${name}.gz`))
    const content = fileContent(await read(name), compressed)
    files.set(`/${name}`, { content, headers: headersOf(name, type) })
  }
  return files
}

function headersOf(name: string, type: string): Record<string, string> {
  const isHashed = name.startsWith('assets/')
  return {
    'content-type': type,
    'cache-control': isHashed ? `public, max-age=${year}, immutable` : 'no-cache',
    // A site that shares a link may show its picture.
    ...(type.startsWith('image/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
}
