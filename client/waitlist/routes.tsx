import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, pageOf } from '../app/feature-route.tsx'

/** The page of a link in an e-mail; the patient's own requests are in the dashboard. */
export const routes: readonly FeatureRoute[] = [
  {
    path: paths.offerPage,
    access: 'anyone',
    page: pageOf('offer'),
    title: defineTexts({ en: 'A time for you', es: 'Un horario para usted' }),
  },
]
