import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, pageOf } from '../app/feature-route.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.confirmByLink,
    access: 'anyone',
    page: pageOf('confirmByLink'),
    title: defineTexts({ en: 'Will you be there?', es: '¿Asistirá a su cita?' }),
  },
  {
    path: paths.unsubscribe,
    access: 'anyone',
    page: pageOf('unsubscribe'),
    title: defineTexts({ en: 'Reminders by e-mail', es: 'Recordatorios por correo' }),
  },
]
