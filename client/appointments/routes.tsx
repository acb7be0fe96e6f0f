import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, pageOf } from '../app/feature-route.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.appointment,
    access: 'signedIn',
    page: pageOf('appointment'),
    title: defineTexts({ en: 'Appointment', es: 'Cita' }),
  },
  // Links in e-mails; the signed-in patient's pages are in the dashboard's routes.
  {
    path: paths.rescheduleByLink,
    access: 'anyone',
    page: pageOf('rescheduleByLink'),
    title: defineTexts({ en: 'Choose another time', es: 'Elegir otro horario' }),
  },
  {
    path: paths.cancelByLink,
    access: 'anyone',
    page: pageOf('cancelByLink'),
    title: defineTexts({ en: 'Cancel an appointment', es: 'Cancelar una cita' }),
  },
]
