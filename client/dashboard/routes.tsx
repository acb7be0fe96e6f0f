import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { FeatureRoute } from '../app/feature-route.ts'
import { pageOf } from '../app/page-of.ts'
import { entries } from './entries.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.dashboard,
    access: 'signedIn',
    page: pageOf('layout'),
    title: defineTexts({ en: 'DashBoard', es: 'Panel' }),
    children: entries.map(({ path, access, page, title }) => ({
      path,
      access,
      page: pageOf(page),
      title,
    })),
  },
]
