import { texts } from '../../contract/language.ts'
import type { FeatureRoute } from '../feature-route.ts'
import { pageOf } from '../page-of.ts'
import { paths } from '../paths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.appointment,
    access: 'signedIn',
    page: pageOf('appointment'),
    title: texts({ en: 'Appointment', es: 'Cita' }),
  },
]
