import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest } from 'vite'
import type * as Prerender from '../client/prerender.tsx'
import { type Language, languages } from '../contract/language.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist/client')
const stamp = join(root, 'dist/build.json')

/** A hash of everything that the pages are built from. */
async function sourceHash(): Promise<string> {
  const sources = ['client/**/*', 'contract/**/*', 'scripts/build.ts', 'vite.config.ts']
  const files = globSync([...sources, 'package-lock.json'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(file.slice(root.length)).update('\0')
    hash.update(await readFile(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Whether dist/ was built from the current sources. A container image has dist/ without the sources. */
export async function isBuildCurrent(): Promise<boolean> {
  if (!existsSync(join(root, 'client'))) return existsSync(stamp)
  const text = await readFile(stamp, 'utf8').catch(() => '{}')
  return JSON.parse(text).sources === (await sourceHash())
}

/**
 * The scripts and styles that a module, or a chunk by its name, imports; dynamic imports are not included. Styles follow
 * those of what they import, as when the browser imports it: of two equal rules the later one holds.
 */
function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module] ?? Object.values(manifest).find(({ name }) => name === module)
  if (!chunk) throw new Error(`${module} is not in the manifest`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  for (const file of chunk.css ?? []) found.add(file)
  return found
}

/**
 * Styles are inlined in the page; the disabled link keeps Vite from fetching them again, and its media keeps browsers
 * from it, which look for what a page needs before they look at `disabled`.
 */
async function styleTags(files: string[]): Promise<string> {
  const sheets = await Promise.all(files.map((file) => readFile(join(out, file), 'utf8')))
  const links = files.map(
    (file) => `<link rel="stylesheet" href="/${file}" media="not all" disabled>`,
  )
  return `<style>${sheets.join('').trim()}</style>${links.join('')}`
}

/** The clinic's structured data for search engines, on one page only. */
const facts = '\n<script type="application/ld+json">%CLINIC_FACTS%</script>'

/** Notes what is pressed before the scripts are there, which press it again (client/main.tsx). */
const notePresses =
  "<script>addEventListener('click', ({ target }) => { window.pressed = { button: target.closest('button') } }, true)</script>"

function metaTags({ path, title, description, isWhole }: Prerender.Rendered): string {
  const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  if (!isWhole || !description)
    return `<title>${text(title)}</title>\n<meta name="robots" content="noindex">`
  const address = `%CLINIC_URL%${path}`
  return `<title>${text(title)}</title>
<link rel="canonical" href="${address}">
<meta name="description" content="${text(description)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${text(title)}">
<meta property="og:description" content="${text(description)}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="%CLINIC_URL%/share.png">
<meta name="twitter:card" content="summary_large_image">${path === '/' ? facts : ''}`
}

/**
 * Preloads the first visible picture: React puts the preload behind the scripts, which is too late with six
 * connections.
 */
function firstPictures(html: string): string[] {
  const preloads = html.match(/<link rel="preload" as="image"[^>]*>/g) ?? []
  return preloads.filter((link) => link.includes('fetchPriority="high"'))
}

async function pageHtml(
  template: string,
  manifest: Manifest,
  language: Language,
  page: Prerender.Rendered,
) {
  const files = filesOf(manifest, 'index.html')
  for (const module of page.modules) {
    // The home page is in the first script, and has no chunk of its own.
    if (module !== 'site/home-page.tsx') filesOf(manifest, module, files)
  }
  const face = manifest['ui/fonts/fraunces.woff2']?.file
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const head = [
    metaTags(page),
    '<script type="application/json" id="clinic">%CLINIC_DATA%</script>',
    ...(page.isWhole ? [notePresses] : []),
    `<link rel="preload" href="/${face}" as="font" type="font/woff2" crossorigin>`,
    ...firstPictures(page.html),
    await styleTags([...files].filter((file) => file.endsWith('.css'))),
    // The page is complete without them: its font and picture come first.
    ...scripts.map(
      (file) => `<link rel="modulepreload" href="/${file}" crossorigin fetchpriority="low">`,
    ),
  ]
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('<!--head-->', () => head.join('\n'))
    .replace(
      '<div id="root"><!--page--></div>',
      () => `<div id="root"${page.isWhole ? ' data-prerendered' : ''}>${page.html}</div>`,
    )
}

async function bundle() {
  const { build } = await import('vite')
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      outDir: '../dist/prerender',
      manifest: false,
      copyPublicDir: false,
      // It imports each page to find its file, also the home page, which is in the first script.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
  })
}

/** Renders the public pages; the server fills in placeholders such as %CLINIC_NAME% when it sends them. */
async function prerender() {
  const bundle = join(root, 'dist/prerender/prerender.js')
  const { pageFiles, pages, renderPage, renderShell, shells }: typeof Prerender = await import(
    `${pathToFileURL(bundle)}?${Date.now()}`
  )
  const template = await readFile(join(out, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'))
  for (const language of languages) {
    const folder = join(out, 'pages', language)
    await mkdir(folder, { recursive: true })
    const write = async (name: string, page: Prerender.Rendered) =>
      await writeFile(
        join(folder, `${name}.html`),
        await pageHtml(template, manifest, language, page),
      )
    for (const [name, path] of pages) await write(name, await renderPage(path, language))
    for (const [name, path] of shells) await write(name, await renderShell(path, language))
  }
  await writeFile(join(out, 'pages.json'), JSON.stringify(pageFiles(), null, 2))
  await rm(join(out, 'index.html'))
  await rename(join(out, '.vite/manifest.json'), join(root, 'dist/manifest.json'))
  await rm(join(out, '.vite'), { recursive: true })
}

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map'])

async function precompress() {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const files = globSync('**/*', { cwd: out }).filter((file) => compressible.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const path = join(out, file)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** Builds dist/client: hashed assets with compressed copies, and the prerendered pages. */
export async function build() {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const sources = await sourceHash()
    await rm(stamp, { force: true })
    await bundle()
    await prerender()
    await precompress()
    await writeFile(stamp, JSON.stringify({ sources }))
  } finally {
    // `npm start` continues in this process, in the operator's mode.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

if (import.meta.main) {
  const before = performance.now()
  await build()
  console.log(`Built the pages in ${((performance.now() - before) / 1000).toFixed(1)} s.`)
}
