import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { languages } from '../../contract/language.ts'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openPortal, request, signIn } from '../testing/portal.ts'
import { addedStyles } from './page-policy.ts'
import { fillPages, pageRoutes, readBuilt, spellPath } from './pages.ts'
import { type Answer, respondWith } from './send-content.ts'

const sheet = '@layer base { @container (width < 50rem) { body { margin: 0 } } }'
const inlineScript = "addEventListener('click', () => {}, true)"
const template = `<script>${inlineScript}</script><style>${sheet}</style><title>%CLINIC_NAME%</title><meta name="x" content="%CLINIC_NAME%">
<link rel="canonical" href="%CLINIC_URL%/"><meta property="og:url" content="%CLINIC_URL%/">
<script type="application/json" id="clinic">%CLINIC_DATA%</script>
<script type="application/ld+json">%CLINIC_FACTS%</script>
<p>%CLINIC_ADDRESS%</p><p>%CLINIC_HOURS%</p><a href="%CLINIC_PHONE_LINK%">%CLINIC_PHONE%</a>
<main>%CLINIC_ABOUT%</main><aside>%CLINIC_CONTACT%</aside><a href="%CLINIC_MAP_LINK%">Map</a>`

const script = 'export const one = 1'

const profile: ClinicProfile = {
  name: 'Brooklyn Smiles & Sons',
  address: '1 Main Street, Brooklyn',
  phone: '+1 (718) 555-0199 ext. 5',
  openingHours: 'Mon to Fri, 9:00 AM to 6:00 PM',
  about: '# Us\n\nWe are *kind*.',
  contact: 'Call us',
}

/** Pages as the build writes them, shortened. */
function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ '/': 'index.html' }))
  mkdirSync(join(folder, 'assets'))
  const files = { '': script, '.br': brotliCompressSync(script), '.gz': gzipSync(script) }
  for (const [suffix, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, 'assets', `main-1.js${suffix}`), bytes)
  }
  writeFileSync(join(folder, 'share.png'), 'no text')
  for (const language of languages) {
    mkdirSync(join(folder, 'pages', language), { recursive: true })
    for (const name of ['index', '404']) {
      const html = `<html lang="${language}">${template}`
      writeFileSync(join(folder, 'pages', language, `${name}.html`), html)
    }
  }
  return folder
}

/** No limits, and no cached answers before the app. */
const alone = {
  limits: { countFile: (_: unknown, next: () => Promise<void>) => next() },
  repeats: { answer: (_: unknown, made: Answer) => respondWith(made) },
  changes: { watch: () => () => false },
}

/** One process that serves the pages. */
async function servePages(folder: string, database: Database, own: Partial<Config> = {}) {
  const app = new Hono()
  const site = { ...readConfig({}), publicUrl: 'https://clinic.example', ...own }
  const settings = { ...site, takesStripe: false, ...alone }
  pageRoutes(app, await fillPages(await readBuilt(folder), database, settings), settings)
  return app
}

async function openSite(own: Partial<Config> = {}) {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const app = await servePages(buildPages(), portal.database, own)
  const get = async (path = '/', headers = {}) =>
    app.request(path, { headers: { accept: 'text/html', ...headers } })
  const read = async (path = '/') => (await get(path)).text()
  const change = async (input: Partial<ClinicProfile>) => {
    const body = { ...profile, ...input }
    const response = await request(portal, 'PUT', '/staff/clinic', { token, body })
    expect(response.status).toBe(200)
  }
  return { ...portal, get, read, change }
}

const dataOf = (html: string): unknown =>
  JSON.parse(/id="clinic">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

const factsOf = (html: string): unknown =>
  JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the policy of a page allows only scripts from our own files, and those and the styles in the page by their hashes', async () => {
  const { get } = await openSite()
  for (const path of ['/', '/nowhere']) {
    const policy = (await get(path)).headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${hashOf(inlineScript)}`,
      `style-src 'self' ${[sheet, ...addedStyles].map(hashOf).join(' ')}`,
      "connect-src 'self'",
      "frame-src 'none'",
      "img-src 'self' data: https://clinic.example",
      "font-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types clean-html',
      'report-uri /csp-reports',
      'report-to csp',
    ])
    expect((await get(path)).headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
  }
})

test('the policy allows the styles that react-aria adds', async () => {
  const library = join(import.meta.dirname, '../../node_modules/react-aria/dist/private')
  const source = (path: string) => readFileSync(join(library, `${path}.mjs`), 'utf8')
  const [pressable = '', still = ''] = addedStyles
  expect(source('overlays/usePreventScroll')).toContain(still.trim())
  const written = pressable.replace('data-react-aria-pressable', '${')
  expect(source('interactions/usePress')).toContain(written.slice(0, written.indexOf('${')))
})

test('search engines read the page’s address and the clinic’s data', async () => {
  const { read, change, database, deps } = await openSite()
  await change({})
  const html = await read()
  expect(html).toContain('<link rel="canonical" href="https://clinic.example/">')
  expect(html).toContain('<meta property="og:url" content="https://clinic.example/">')
  expect(factsOf(html)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    '@id': 'https://clinic.example/',
    name: profile.name,
    url: 'https://clinic.example/',
    telephone: profile.phone,
    address: profile.address,
    image: 'https://clinic.example/share.png',
  })
  const config = readConfig({
    PUBLIC_URL: 'https://clinic.example',
    SECURITY_CONTACT: 'mailto:security@clinic.example',
  })
  const pages = await fillPages(await readBuilt(buildPages()), database, config)
  const parts = { ...deps, config: { ...config, authSecret: deps.config.authSecret }, pages }
  const { app } = createApp(parts)
  const ask = async (path: string) => {
    const answer = await app.request(path)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  expect(await ask('/sitemap.xml')).toContain(
    '<url><loc>https://clinic.example/</loc></url>\n</urlset>',
  )
  expect(await ask('/robots.txt')).toContain('\nSitemap: https://clinic.example/sitemap.xml\n')
  expect(JSON.parse(await ask('/manifest.webmanifest'))).toMatchObject({ name: profile.name })
  // 180 days after the clock's day.
  expect(await ask('/.well-known/security.txt')).toBe(
    'Contact: mailto:security@clinic.example\nExpires: 2026-12-02T00:00:00.000Z\n' +
      'Preferred-Languages: en, es\nCanonical: https://clinic.example/.well-known/security.txt\n',
  )
})

test('with an unchanged profile, the pages have the texts of the specification', async () => {
  const { read } = await openSite()
  const html = await read()
  expect(html).toContain('<title>Molar Dental</title>')
  expect(html).toContain('<main><h1>this is about page</h1></main>')
  expect(html).toContain('<aside><h1>This is contact page</h1></aside>')
  expect(html).toContain('Brooklyn')
  expect(html).not.toContain('%CLINIC')
})

test('a profile change appears in the next page sent, and in its data', async () => {
  const { read, change } = await openSite()
  await read()
  await change({})
  for (const path of ['/', '/nowhere']) {
    const html = await read(path)
    expect(html).toContain('<title>Brooklyn Smiles &amp; Sons</title>')
    expect(html).toContain('content="Brooklyn Smiles &amp; Sons"')
    const map = 'https://www.google.com/maps/search/?api=1&query=1%20Main%20Street%2C%20Brooklyn'
    expect(html).toContain(`<a href="${map.replace('&', '&amp;')}">Map</a>`)
    expect(html).toContain('<p>1 Main Street, Brooklyn</p><p>Mon to Fri, 9:00 AM to 6:00 PM</p>')
    expect(html).toContain('<a href="tel:+17185550199">+1 (718) 555-0199 ext. 5</a>')
    expect(html).toContain('<h2>Us</h2>\n<p>We are <em>kind</em>.</p>')
    expect(html).toContain('<aside><h1>Call us</h1></aside>')
    expect(dataOf(html)).toEqual({
      ...profile,
      passwordLength: '6',
      phoneLink: 'tel:+17185550199',
      mapLink: map,
      about: expect.stringContaining('<h2>Us</h2>'),
      contact: '<h1>Call us</h1>',
      privacy: expect.stringContaining('Your privacy at Brooklyn Smiles &amp; Sons'),
    })
  }
})

test('a browser’s cached page is valid until the profile changes, compressed or not', async () => {
  const { get, change } = await openSite()
  const first = (await get()).headers.get('etag') ?? ''
  expect((await get('/', { 'if-none-match': first })).status).toBe(304)
  await change({})
  const after = await get('/', { 'if-none-match': first, 'accept-encoding': 'gzip, br' })
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(first)
  expect(after.headers.get('content-encoding')).toBe('br')
  const html = brotliDecompressSync(await after.arrayBuffer()).toString()
  expect(html).toBe(await (await get()).text())
  expect(html).toContain('Brooklyn Smiles')
})

test('a client that accepts only gzip gets gzip, one that accepts nothing gets plain text', async () => {
  const { get } = await openSite()
  const whole = await (await get()).text()
  const zipped = await get('/', { 'accept-encoding': 'br;q=0, gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(whole)
  const bare = await get('/', { 'accept-encoding': 'br;q=0' })
  expect(bare.headers.get('content-encoding')).toBeNull()
  expect(await bare.text()).toBe(whole)
})

test('a built file is sent as the build compressed it, in full and cacheable for a year', async () => {
  const { get } = await openSite()
  const path = '/assets/main-1.js'
  const packed = await get(path, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(script)
  // Ranges are not offered, so malformed ones must not matter.
  for (const range of ['bytes=0-3', 'bytes=-0', 'bytes=9-1', 'bytes=999-', 'lines=1-2']) {
    const answer = await get(path, { range })
    expect([answer.status, await answer.text()]).toEqual([200, script])
  }
  const etag = packed.headers.get('etag') ?? ''
  expect((await get(path, { 'if-none-match': `"other", ${etag}` })).status).toBe(304)
  const picture = await get('/share.png', { 'accept-encoding': 'gzip, br' })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('content-encoding')).toBeNull()
  expect((await get('/assets/gone.js')).status).toBe(404)
  expect((await get('/assets/main-1.js.br')).status).toBe(404)
  expect((await get('/pages/en/index.html')).status).toBe(404)
})

test.each([
  ['en', {}, 'en'],
  ['en', { 'accept-language': 'es-US,es;q=0.9,en;q=0.8' }, 'es'],
  ['en', { 'accept-language': 'es', cookie: 'theme=dark; language=en' }, 'en'],
  ['en', { 'accept-language': 'en', cookie: 'language=es' }, 'es'],
  ['es', { 'accept-language': 'fr' }, 'es'],
  ['es', { 'accept-language': 'en-US, es;q=0.5' }, 'en'],
] as const)('a clinic in %s answers %j in %s, with headers', async (speaks, headers, language) => {
  const { get } = await openSite({ clinicLanguage: speaks })
  for (const path of ['/', '/nowhere']) {
    const answer = await get(path, headers)
    expect(await answer.text()).toMatch(`<html lang="${language}">`)
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toBe('accept-encoding, accept-language, cookie')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

test('a page cached in one language is not used for the other', async () => {
  const { get } = await openSite()
  const english = (await get()).headers.get('etag') ?? ''
  const spanish = await get('/', { 'if-none-match': english, cookie: 'language=es' })
  expect(spanish.status).toBe(200)
  const kept = { 'if-none-match': spanish.headers.get('etag') ?? '', cookie: 'language=es' }
  expect((await get('/', kept)).status).toBe(304)
})

test('a page without its own heading has a heading in the page’s language', async () => {
  const { get, change } = await openSite()
  await change({})
  const read = async (cookie: string) => (await get('/', { cookie })).text()
  expect(await read('language=en')).toContain('<h1 class="visually-hidden">About</h1>')
  expect(await read('language=es')).toContain('<h1 class="visually-hidden">Nosotros</h1>')
})

test('every process sends the same page', async () => {
  const { read, change, database } = await openSite()
  const other = await servePages(buildPages(), database)
  const readOther = async () => (await other.request('/')).text()
  expect(await readOther()).toBe(await read())
  await change({})
  expect(await readOther()).toContain('Brooklyn Smiles')
  expect(await readOther()).toBe(await read())
})

test.each([
  '</script><script>alert(1)</script>',
  '<!-- <script>',
  '"><img src=x onerror=alert(1)>',
  "' & < > %CLINIC_ABOUT% %CLINIC_DATA% $& $1 \\u003c",
  '\u2028\u2029',
])('%j stays text in every place', async (text) => {
  const { read, change } = await openSite()
  const value = `A ${text} B`
  const phone = `718 555 0199 ${value}`
  await change({
    name: value,
    address: value,
    phone,
    openingHours: value,
    about: value,
    contact: value,
  })
  const html = (await read()).replace(`<script>${inlineScript}</script>`, '')
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  expect(factsOf(html)).toMatchObject({ name: value, address: value, telephone: phone })
  expect(html).not.toMatch(/<(img|!--|script>)/)
  expect(dataOf(html)).toMatchObject({ name: value, openingHours: value })
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
  expect(html).toContain(`<title>${escaped}</title>`)
  expect(html).toContain(`<p>${escaped}</p><p>${escaped}</p>`)
})

test('while the database is unavailable, the pages are sent unchanged', async () => {
  const { database } = await openPortal()
  let fails = false
  const broken: Database = {
    ...database,
    prepare: (build) => {
      const run = database.prepare(build)
      return (values) => (fails ? Promise.reject(new Error('gone')) : run(values))
    },
  }
  const app = await servePages(buildPages(), broken)
  const before = await (await app.request('/')).text()
  fails = true
  expect(await (await app.request('/')).text()).toBe(before)
})

test.each([
  ['/dashboard/day?date=2026-06-08', '/dashboard/schedule?date=2026-06-08'],
  ['/dashboard/waiting?wish=a%20b', '/dashboard/waitlist?request=a+b'],
  ['/dashboard/appointment/17/move', '/dashboard/appointment/17/reschedule'],
  ['/reply/c%2F1', '/email-link#token=c%2F1'],
  ['/reply/m1/move', '/email-link/reschedule#token=m1'],
  ['/email-link/c1', '/email-link#token=c1'],
  ['/email-link/m1/reschedule?day=2026-06-08', '/email-link/reschedule?day=2026-06-08#token=m1'],
  ['/email-link/x1/cancel', '/email-link/cancel#token=x1'],
  ['/offer/o1?answer=no', '/offer?answer=no#token=o1'],
  ['/unsubscribe/u1', '/unsubscribe#token=u1'],
  ['/reset-password?token=a.b', '/reset-password#token=a.b'],
  ['/verify-email?token=a&again', '/verify-email?again=#token=a'],
  ['/dashboard/account/email?token=a', '/dashboard/account/email#token=a'],
  ['/invitation?token=a', '/invitation#token=a'],
  ['/stop-email-change?token=a', '/stop-email-change#token=a'],
])('%s is redirected to %s', async (former, path) => {
  const { get } = await openSite()
  const answer = await get(former)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, path])
})

test.each([
  ['/dashboard/', '/dashboard'],
  ['/dashboard/users/', '/dashboard/users'],
  ['/Dashboard', '/dashboard'],
  ['/DASHBOARD/Payment/Ab1//', '/dashboard/payment/Ab1'],
  ['/dashboard', null],
  ['/dashboard/payment/Ab1', null],
  ['/nowhere/', null],
  ['//dashboard/', null],
  ['/', null],
  ['//', null],
])('the canonical path of %s is %s', (path, spelled) => {
  const spell = spellPath(['/', '/dashboard', '/dashboard/users', '/dashboard/payment/:id'])
  expect(spell(path)).toBe(spelled)
})

test('an address with a trailing slash is redirected to the page, with its query', async () => {
  const portal = await openPortal()
  const folder = buildPages()
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ '/dashboard': 'index.html' }))
  const app = new Hono()
  const pages = await fillPages(await readBuilt(folder), portal.database, portal.config)
  pageRoutes(app, pages, { ...portal.config, ...portal.deps, takesStripe: false })
  const answer = await app.request('/Dashboard/?date=2026-06-08')
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/dashboard?date=2026-06-08')
})
