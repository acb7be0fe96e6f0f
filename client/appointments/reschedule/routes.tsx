import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { FeatureRoute } from '../../app/feature-route.ts'
import { pageOf } from '../../app/page-of.ts'

/** The links from mails; the signed-in patient's own pages stand in the dashboard. */
export const routes: readonly FeatureRoute[] = [
  {
    path: paths.moveByLink,
    access: 'anyone',
    page: pageOf('moveByLink'),
    title: defineTexts({ en: 'Choose another time', es: 'Elegir otro horario' }),
  },
  {
    path: paths.cancelByLink,
    access: 'anyone',
    page: pageOf('cancelByLink'),
    title: defineTexts({ en: 'Cancel an appointment', es: 'Cancelar una cita' }),
  },
]
