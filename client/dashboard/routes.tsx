import { defineTexts } from '../../contract/language.ts'
import {
  type DashboardPath,
  neededForPage,
  ownPages,
  paths,
  type StaffPageName,
  staffPages,
} from '../../contract/page-paths.ts'
import { type FeatureRoute, lazyPage, pageOf } from '../app/feature-route.tsx'

/** What the pages are is fetched with the first of them, as in pageOf. */
async function pageAt(path: DashboardPath) {
  const pages = await import('../pages.tsx').then((file) => file.dashboardPages())
  return pages[path]
}

function routeOf(path: DashboardPath, access: FeatureRoute['access']): FeatureRoute {
  return {
    path,
    access,
    page: lazyPage(async () => (await pageAt(path)).load()),
    title: async () => (await pageAt(path)).title,
  }
}

const staffPageNames = Object.keys(staffPages) as StaffPageName[]

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.dashboard,
    access: 'signedIn',
    page: pageOf('dashboardLayout'),
    title: defineTexts({ en: 'DashBoard', es: 'Panel' }),
    children: [
      ...Object.values(ownPages).map((path) => routeOf(path, 'signedIn')),
      ...staffPageNames.map((name) => routeOf(staffPages[name], { needs: neededForPage[name] })),
    ],
  },
]
