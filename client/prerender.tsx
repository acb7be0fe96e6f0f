import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router'
import type { Language } from '../contract/language.ts'
import { paths, staffPages } from '../contract/page-paths.ts'
import { documentHead, pageTitle } from './app/document-head.ts'
import { Root, Shell } from './root.tsx'
import { allPaths, preloadPage, routesAt } from './routes.tsx'

const sources = import.meta.glob<Record<string, unknown>>(['./**/*-page.tsx', '!./app/*'])

export type Rendered = {
  path: string
  title: string
  description: string
  html: string
  /** Modules relative to client/, or chunks by name, whose scripts and styles are linked in the HTML. */
  modules: readonly string[]
  /** The HTML is the page itself, not what stands in its place until the browser has rendered it. */
  isWhole: boolean
}

/** The file of the page at an address, which is loaded by then: found by identity, so that there is no second list to keep. */
async function sourceOf(path: string) {
  const page = (await preloadPage(path)).at(-1)
  for (const [file, load] of Object.entries(sources)) {
    if (Object.values(await load()).includes(page)) return file.replace('./', '')
  }
  throw new Error(`No *-page.tsx exports the page at ${path}`)
}

function render(location: string, app: ReactNode) {
  return renderToString(
    <StrictMode>
      <StaticRouter location={location}>{app}</StaticRouter>
    </StrictMode>,
  )
}

export async function renderPage(path: string, language: Language): Promise<Rendered> {
  const source = await sourceOf(path)
  const html = render(path, <Root language={language} />)
  return {
    path,
    ...(await documentHead(path, language)),
    html,
    modules: [source],
    isWhole: true,
  }
}

/** What My Appointments is put together of (dashboard-pages.tsx). */
const ownAppointments = ['waitlist/held-page.tsx', 'appointments/my-appointments-page.tsx']

export async function renderShell(path: string, language: Language): Promise<Rendered> {
  const heading = await pageTitle(path, language)
  const { title } = await documentHead(path, language)
  const html = render(path, <Shell language={language} title={heading} />)
  const isDashboard = matchPath(`${paths.dashboard}/*`, path) !== null
  const isStaff = Object.values(staffPages).some((one) => one === path)
  const isGuarded = routesAt(path).some(({ access }) => access !== 'anyone')
  // Unnamed, they would be fetched one after the other before the page could ask for its data.
  const modules = [
    'pages.tsx',
    ...(isDashboard ? ['dashboard/dashboard-layout.tsx'] : []),
    ...(isStaff ? ['dashboard/workspace-bar.tsx'] : []),
    // The first is the chunk with the guards (vite.config.ts).
    ...(isGuarded ? ['later', 'identity/session/session-calls.ts'] : []),
    ...(path === paths.dashboard ? ownAppointments : [await sourceOf(path)]),
  ]
  return { path, title, description: '', html, modules, isWhole: false }
}

/** The public pages, by the name of their HTML file. */
export const pages = Object.entries({
  index: paths.home,
  about: paths.about,
  contact: paths.contact,
  privacy: paths.privacy,
  reviews: paths.reviews,
  login: paths.login,
  signup: paths.signup,
  404: '/404',
})

/** The pages that only the browser can show, by the name of their HTML file. */
export const shells = allPaths()
  .filter((path) => path !== '*' && path !== paths.homeAlias)
  .filter((path) => !pages.some(([, prerendered]) => prerendered === path))
  .map((path) => [path.slice(1).replaceAll('/', '-').replaceAll(':', ''), path] as const)

/** Which file the server sends for each path there is; for all others it sends the 404 page. */
export function pageFiles(): Record<string, string> {
  const files = new Map([...pages, ...shells].map(([name, path]) => [path, `${name}.html`]))
  files.set(paths.homeAlias, 'index.html')
  const known = allPaths().filter((path) => path !== '*')
  return Object.fromEntries(known.map((path) => [path, files.get(path) ?? '404.html']))
}
