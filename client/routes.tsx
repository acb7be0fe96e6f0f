import type { ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import { type FeatureRoute, lazyPage } from './app/feature-route.tsx'
import { routes as appointments } from './appointments/routes.tsx'
import { routes as dashboard } from './dashboard/routes.tsx'
import { routes as replies } from './email-links/routes.tsx'
import { routes as identity } from './identity/routes.tsx'
import { routes as site } from './site/routes.tsx'
import { routes as waiting } from './waitlist/routes.tsx'

/** One line a feature. */
const features: readonly (readonly FeatureRoute[])[] = [
  site,
  identity,
  appointments,
  dashboard,
  replies,
  waiting,
]

const loadGuards = () => import('./identity/guard.tsx')
type Guards = Awaited<ReturnType<typeof loadGuards>>

/** What keeps pages from those who may not see them: most visits begin on one that everybody may see. */
const Guard = lazyPage<Parameters<Guards['Guard']>[0]>(async () => (await loadGuards()).Guard)
const StaffOnly = lazyPage<Parameters<Guards['StaffOnly']>[0]>(
  async () => (await loadGuards()).StaffOnly,
)

export async function preloadGuards() {
  await Promise.all([Guard.preload(), StaffOnly.preload()])
}

function toRouteObject(route: FeatureRoute): RouteObject {
  const { path, access, page: Page, children = [] } = route
  const element = guard(access, <Page />)
  return { path, handle: route, element, children: children.map(toRouteObject) }
}

function guard(access: FeatureRoute['access'], page: ReactNode) {
  if (access === 'anyone') return page
  if (access === 'signedIn') return <Guard>{page}</Guard>
  return (
    <Guard>
      <StaffOnly needs={access.needs}>{page}</StaffOnly>
    </Guard>
  )
}

export const routes: RouteObject[] = features.flat().map(toRouteObject)

/** Every path that leads to a page, whole. */
export function allPaths(): string[] {
  const pathsOf = ({ path, children = [] }: FeatureRoute): string[] => [
    path,
    ...children.flatMap(pathsOf),
  ]
  return [...new Set(features.flat().flatMap(pathsOf))]
}

/** The routes that an address leads to, the outermost first. */
export function routesAt(pathname: string): FeatureRoute[] {
  return (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle as FeatureRoute)
}

/** Fetches the scripts of the page at an address. */
export async function preloadPage(pathname: string) {
  const found = routesAt(pathname)
  const isGuarded = found.some(({ access }) => access !== 'anyone')
  const [pages] = await Promise.all([
    Promise.all(found.map((route) => route.page.preload())),
    isGuarded && preloadGuards(),
  ])
  return pages
}
