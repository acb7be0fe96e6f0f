import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { FeatureRoute } from '../app/feature-route.ts'
import { pageOf } from '../app/page-of.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.appointment,
    access: 'signedIn',
    page: pageOf('appointment'),
    title: defineTexts({ en: 'Appointment', es: 'Cita' }),
  },
]
